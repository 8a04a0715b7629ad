import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { nextSpec } from "./single-properties.ts";

const current: JsonObject = { image: "a", paused: false, replicas: 1 };
const wanted: JsonObject = { image: "b", replicas: 2, tier: "x" };

it("change one property from the start or the end, or nothing if fewer properties differ", () => {
  expect(nextSpec({ current, wanted, only: 0 })).toEqual({ ...current, image: "b" });
  expect(nextSpec({ current, wanted, only: 1 })).toEqual({ image: "a", replicas: 1 });
  expect(nextSpec({ current, wanted, only: -1 })).toEqual({ ...current, tier: "x" });
  expect(nextSpec({ current, wanted, only: 4 })).toBeUndefined();
  expect(nextSpec({ current: wanted, wanted, only: 0 })).toBeUndefined();
});

it.each([0, -1])("change the next property as well after a rejection (only %d)", (only) => {
  const [first, second] = only === 0 ? [{ image: "b" }, {}] : [{ tier: "x" }, { replicas: 2 }];
  const refused = { ...current, ...first };
  const { paused: _, ...rest } = refused;
  const expected = only === 0 ? rest : { ...refused, ...second };

  expect(nextSpec({ current, wanted, only, refused })).toEqual(expected);
});
