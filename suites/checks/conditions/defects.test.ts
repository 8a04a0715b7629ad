import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { defectsOf, extremesOf } from "./defects.ts";
import { byType } from "./sample-condition.ts";

const valid: JsonObject = {
  type: "Ready",
  status: "True",
  reason: "Done",
  message: "all is well",
  lastTransitionTime: "2024-01-01T00:00:00Z",
  observedGeneration: 1,
};

function without(member: string): JsonObject {
  return Object.fromEntries(Object.entries(valid).filter(([name]) => name !== member));
}

describe("a defect", () => {
  const threeValued = "conditions.status-is-three-valued";
  const name = "conditions.type-is-a-qualified-name";
  const word = "conditions.reason-is-a-word";
  const instant = "conditions.transition-time-is-an-instant";
  const [long, longer] = ["R".repeat(1_025), "m".repeat(32_769)];
  const again = [valid, { ...valid, reason: "Again" }];

  it.each([
    [threeValued, "status is true", "[0].status", [{ ...valid, status: true }]],
    [threeValued, 'status is "true"', "[0].status", [{ ...valid, status: "true" }]],
    [name, "type is missing", "[0].type", [without("type")]],
    [name, 'type is "not a name"', "[0].type", [{ ...valid, type: "not a name" }]],
    [word, "reason is missing", "[0].reason", [without("reason")]],
    [word, 'reason is ""', "[0].reason", [{ ...valid, reason: "" }]],
    [word, 'reason is "two words"', "[0].reason", [{ ...valid, reason: "two words" }]],
    [word, "reason is a string with 1025 characters", "[0].reason", [{ ...valid, reason: long }]],
    [
      "conditions.message-is-bounded",
      "message is a string with 32769 characters",
      "[0].message",
      [{ ...valid, message: longer }],
    ],
    [
      instant,
      "lastTransitionTime is missing",
      "[0].lastTransitionTime",
      [without("lastTransitionTime")],
    ],
    [
      instant,
      'lastTransitionTime is "yesterday"',
      "[0].lastTransitionTime",
      [{ ...valid, lastTransitionTime: "yesterday" }],
    ],
    [
      "conditions.observed-generation-not-negative",
      "observedGeneration is -1",
      "[0].observedGeneration",
      [{ ...valid, observedGeneration: -1 }],
    ],
    [
      "errors.duplicate-condition-refused",
      "the list contains the same type twice",
      "[1].type",
      again,
    ],
  ])("of %s: %s", (requirement, defect, member, conditions) => {
    expect(defectsOf(valid)).toContainEqual({ requirement, defect, member, conditions });
  });

  it("is in one member, and there are thirteen of them", () => {
    const defects = defectsOf(valid);

    expect(defects).toHaveLength(13);
    expect(defects.filter(({ conditions }) => conditions.length === 1)).toHaveLength(12);
  });
});

describe("the extremes", () => {
  it("reach the limits of the format and do not exceed them", () => {
    expect(extremesOf(valid)).toEqual([
      {
        ...valid,
        type: `conformance.example/${"T".repeat(63)}`,
        status: "Unknown",
        reason: "R".repeat(1_024),
        message: "m".repeat(32_768),
        observedGeneration: 0,
      },
      { ...valid, type: "t", reason: "r", message: "", lastTransitionTime: "1985-04-12T23:20:50Z" },
      { ...valid, type: "Not.Camel-Case_1", reason: "not_camel_case:at,all_0" },
    ]);
  });
});

describe("conditions", () => {
  const [first, second, third] = ["A", "B", "C"].map((type) => ({ ...valid, type }));

  it.each([
    { list: [third, first, second], sorted: [first, second, third] },
    { list: [second, third, first], sorted: [first, second, third] },
    { list: [first, {}, 1], sorted: [1, first, {}] },
    { list: [{}, first], sorted: [first, {}] },
  ])("are compared by their types", ({ list, sorted }) => {
    expect(byType(list.map((one) => one ?? null))).toEqual(sorted);
  });

  it("are empty without a list", () => {
    expect(byType(undefined)).toEqual([]);
    expect(byType("Ready")).toEqual([]);
  });
});
