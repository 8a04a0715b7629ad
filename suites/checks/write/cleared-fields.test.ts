import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { accepted, openResults, resourceAt, stepWith } from "../testing/builders.ts";
import { violationsIn } from "../testing/violations.ts";
import { judgeCleared } from "./cleared-fields.ts";
import type { Clearing } from "./cleared-fields.ts";

const first = { phase: "A", count: 1 };
const second = { phase: "B", count: 2 };

function clearingOf(was: JsonObject, is: JsonObject): Clearing {
  return {
    names: Object.keys(was),
    before: stepWith(accepted(resourceAt("2", { status: was })), 2),
    write: stepWith(accepted(resourceAt("3", { status: is })), 3),
    after: stepWith(accepted(resourceAt("3", { status: is })), 4),
  };
}

it.each([
  { why: "every field is cleared", clearings: [clearingOf(first, {})] },
  { why: "nulls are rejected", clearings: [] },
  { why: "only one attempt was accepted", clearings: [clearingOf(first, first)] },
  {
    why: "a field takes a default that the first sample contains",
    clearings: [clearingOf(first, { phase: "A" }), clearingOf(second, { phase: "A" })],
  },
])("passes if $why", ({ clearings }) => {
  expect(openResults(judgeCleared(clearings))).toEqual({});
});

it("fails if a field keeps its value in both attempts", () => {
  const clearings = [clearingOf(first, { count: 1 }), clearingOf(second, { count: 2 })];

  expect(violationsIn(judgeCleared(clearings))).toEqual([
    {
      expected: "phase, count are null in the write, so the former values are gone",
      actual: "count is still 2",
      evidence: [2, 3, 4],
    },
  ]);
});
