import { describe, expect, it } from "vitest";
import { conditionsOf, mergeConditions, transitionTime } from "./condition.ts";

const staged = { type: "Ready", status: "True", reason: "Done" } as const;
const since = "2024-01-01T00:00:00Z";
const now = "2024-05-05T00:00:00Z";

describe("transitionTime", () => {
  it.each([
    ["a first condition", undefined, now],
    [
      "the same status with another reason",
      { status: "True", reason: "Other", lastTransitionTime: since },
      since,
    ],
    ["a status that flips", { status: "False", lastTransitionTime: since }, now],
    ["a stored condition without a time", { status: "True" }, now],
  ])("of %s", (_, stored, expected) => {
    const before = stored === undefined ? {} : { stored };
    expect(transitionTime({ ...before, staged, now })).toBe(expected);
  });
});

describe("mergeConditions", () => {
  const theirs = { type: "Theirs", status: "True" };

  it("writes each entry in the place of its type and keeps the rest", () => {
    const stored = [{ type: "Ready", status: "False" }, theirs];
    const written = [
      { type: "Ready", status: "True" },
      { type: "New", status: "True" },
    ];

    expect(mergeConditions(stored, written)).toEqual([
      { type: "Ready", status: "True" },
      theirs,
      { type: "New", status: "True" },
    ]);
  });
});

describe("conditionsOf", () => {
  it.each([
    [undefined, []],
    [{ conditions: "none" }, []],
    [{ conditions: [1, { type: "A" }] }, [{ type: "A" }]],
  ])("reads %j", (status, expected) => {
    expect(conditionsOf(status)).toEqual(expected);
  });
});
