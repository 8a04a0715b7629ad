import { expect, it } from "vitest";
import { leakInto } from "./leak.ts";

const admitted = { conditions: [{ type: "Admitted", lastTransitionTime: "2026-01-01T00:00:01Z" }] };
const plain = { conditions: [{ type: "Admitted", lastTransitionTime: "2026-01-01T00:00:00Z" }] };

it("takes a time that two objects of one second were given for no leak", () => {
  expect(leakInto({ foreign: admitted, plain, found: admitted })).toBeDefined();
  expect(leakInto({ foreign: admitted, born: admitted, plain, found: admitted })).toBeUndefined();
});

it("finds a value that was reported on the object before", () => {
  const foreign = { ...admitted, phase: "Bound" };

  expect(leakInto({ foreign, born: admitted, plain, found: { ...plain, phase: "Bound" } })).toBe(
    'status.phase is "Bound"',
  );
});
