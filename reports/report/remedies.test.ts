import { expect, test } from "vitest";
import { requirements } from "#contract";
import { remedyFor } from "./remedies.ts";

test("every requirement of an endpoint has a remedy", () => {
  const ids = Object.keys(requirements).filter((id) => !id.startsWith("controller."));
  expect(ids.filter((id) => remedyFor(id) === undefined)).toEqual([]);
});
