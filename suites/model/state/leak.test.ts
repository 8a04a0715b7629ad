import { expect, it } from "vitest";
import { leakInto } from "./leak.ts";

const admitted = { conditions: [{ type: "Admitted", lastTransitionTime: "2026-01-01T00:00:01Z" }] };
const unrelated = {
  conditions: [{ type: "Admitted", lastTransitionTime: "2026-01-01T00:00:00Z" }],
};

it("does not report a timestamp that two objects of the same second share as a leak", () => {
  expect(leakInto({ foreign: admitted, unrelated, found: admitted })).toBeDefined();
  expect(
    leakInto({ foreign: admitted, initial: admitted, unrelated, found: admitted }),
  ).toBeUndefined();
});

it("finds a value that was reported on the previous object", () => {
  const foreign = { ...admitted, phase: "Bound" };

  expect(
    leakInto({ foreign, initial: admitted, unrelated, found: { ...unrelated, phase: "Bound" } }),
  ).toBe('status.phase is "Bound"');
});
