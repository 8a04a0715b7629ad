import { describe, expect, it, test } from "vitest";
import { counted, describeRefusal, describeWatchEnd, namesFailure } from "./outcomes.ts";
import type { Refusal } from "./outcomes.ts";

const refusal: Refusal = { reason: "conflict", message: "the version was replaced", causes: [] };

describe("a refusal in words", () => {
  it("has the reason, the code and the message, as far as there are any", () => {
    expect(describeRefusal({ ...refusal, code: "CONFLICT" })).toBe(
      "rejected as conflict (code CONFLICT): the version was replaced",
    );
    expect(describeRefusal(refusal)).toBe(
      "rejected as conflict (no code): the version was replaced",
    );
    expect(describeRefusal({ ...refusal, message: "" })).toBe("rejected as conflict (no code)");
  });
});

describe("the end of a watch in words", () => {
  it.each([
    [{ end: "refused", refusal }, "was rejected as conflict (no code): the version was replaced"],
    [{ end: "closed" }, "stayed open until the suite closed it"],
    [{ end: "completed" }, "ended without an error"],
    [{ end: "lost", detail: "reset" }, "ended as lost: reset"],
  ] as const)("%o", (end, words) => {
    expect(describeWatchEnd(end)).toBe(words);
  });
});

it.each([
  ["INTERNAL_SERVER_ERROR", true],
  ["INTERNAL", true],
  ["UnhandledException", true],
  ["An unexpected error occurred", true],
  ["HTTP 502", true],
  ["UNEXPECTED_VERSION", false],
  ["UNKNOWN_PRESS", false],
  ["SERVER_BUSY_ZONE", false],
  ["internal name is taken", false],
])("recognizes failures of a server: %s", (text, is) => {
  expect(namesFailure(text)).toBe(is);
});

test.each([
  { count: 0, shown: "0 cases" },
  { count: 1, shown: "1 case" },
  { count: 2, shown: "2 cases" },
])("$count is $shown", ({ count, shown }) => {
  expect(counted(count, "case")).toBe(shown);
});

test.each([
  { count: 1, shown: "1 instance was exercised" },
  { count: 2, shown: "2 instances were exercised" },
])("$count: $shown", ({ count, shown }) => {
  expect(counted(count, "instance was exercised", "instances were exercised")).toBe(shown);
});
