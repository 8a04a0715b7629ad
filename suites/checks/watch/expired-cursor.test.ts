import { describe, expect, it } from "vitest";
import type { WatchEnd } from "#contract";
import type { Finding } from "#harness";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import { strictTarget } from "../testing/builders.ts";
import { eventOf, watchWith } from "../testing/watch-builders.ts";
import { created, second, third } from "../testing/written-objects.ts";
import { expiredCursor } from "./expired-cursor.ts";

const refusal = { reason: "expired", message: "too old", causes: [] } as const;

describe("a version from before the retained events", () => {
  it.each([
    { end: undefined, actual: "the watch delivered 0 events and stayed open" },
    { end: { end: "closed" } as const, actual: "the watch delivered 0 events and stayed open" },
    {
      end: { end: "completed" } as const,
      actual: "the watch delivered 0 events and ended as completed",
    },
    {
      end: { end: "refused", refusal: { ...refusal, reason: "invalid" } } as const,
      actual: "the watch delivered 0 events and was rejected as invalid (no code): too old",
    },
  ])("is a violation: $actual", ({ end, actual }) => {
    const expected = "rejected as expired, because 9 changes came";

    expect(violationsIn(judge(end))).toEqual([{ expected, actual, evidence: [2, 1, 1] }]);
  });

  it("is not judged where the watch was lost or is not offered", () => {
    expect(doubtsIn(judge({ end: "lost", detail: "broken" }))).toEqual([["broken", 2, 1, 1]]);
    expect(doubtsIn(judge({ end: "unsupported", detail: "no" }))).toEqual([["no", 2, 1, 1]]);
  });
});

describe("a watch that delivers events from before the declared retention", () => {
  const filled = { why: "9 changes came", first: created, oldest: [second, third] };

  it.each([
    { delivered: "all of the oldest changes", events: [second, third], violations: 0, doubts: 1 },
    { delivered: "some of the oldest changes", events: [third], violations: 1, doubts: 0 },
  ])("and delivered $delivered", ({ events, violations, doubts }) => {
    const expired = watchWith(events.map((written) => eventOf(written)));
    const findings = expiredCursor.judge(
      { ...filled, expired, current: watchWith([]) },
      strictTarget,
    );

    expect(violationsIn(findings)).toHaveLength(violations);
    expect(doubtsIn(findings)).toHaveLength(doubts);
  });
});

function judge(end: WatchEnd | undefined): readonly Finding[] {
  return expiredCursor.judge(
    {
      why: "9 changes came",
      first: created,
      expired: { ...watchWith([]), ...(end === undefined ? {} : { end }) },
      current: watchWith([]),
    },
    strictTarget,
  );
}
