import { describe, expect, it, test } from "vitest";
import type { Level } from "#contract";
import { undecided } from "#harness";
import { leftToOtherShards } from "../plan/shard.ts";
import type { VerdictLine } from "../record/record.ts";
import { verdicts } from "../record/verdict.ts";
import type { Verdict } from "../record/verdict.ts";
import { conclusionOf, settledIn } from "./conclusion.ts";
import type { Conclusion } from "./conclusion.ts";

interface Row {
  readonly given: readonly (readonly [Verdict, Level])[];
  readonly concludes: Conclusion;
}

const rows: readonly Row[] = [
  { given: [], concludes: "nothing-ran" },
  { given: [["pass", "MUST"]], concludes: "conformant" },
  { given: [["pass", "SHOULD"]], concludes: "conformant" },
  { given: [["warn", "SHOULD"]], concludes: "conformant" },
  { given: [["expected-fail", "MUST"]], concludes: "conformant" },
  { given: [["flaky", "SHOULD"]], concludes: "conformant" },
  { given: [["flaky", "MUST"]], concludes: "violations" },
  { given: [["fail", "MUST"]], concludes: "violations" },
  { given: [["fail", "SHOULD"]], concludes: "violations" },
  { given: [["errored", "SHOULD"]], concludes: "errored" },
  { given: [["inconclusive", "MUST"]], concludes: "inconclusive" },
  { given: [["untestable", "MUST"]], concludes: "inconclusive" },
  { given: [["inconclusive", "SHOULD"]], concludes: "nothing-ran" },
  {
    given: [
      ["excluded", "MUST"],
      ["not-applicable", "MUST"],
    ],
    concludes: "nothing-ran",
  },
  {
    given: [
      ["pass", "MUST"],
      ["untestable", "SHOULD"],
    ],
    concludes: "conformant",
  },
  {
    given: [
      ["pass", "MUST"],
      ["inconclusive", "MUST"],
    ],
    concludes: "inconclusive",
  },
  {
    given: [
      ["inconclusive", "MUST"],
      ["errored", "MUST"],
    ],
    concludes: "errored",
  },
  {
    given: [
      ["errored", "MUST"],
      ["inconclusive", "MUST"],
      ["fail", "MUST"],
    ],
    concludes: "violations",
  },
];

test.each(rows)("$given concludes $concludes", ({ given, concludes }) => {
  const lines = given.map(([verdict, level]) => ({ verdict, level }));

  expect(conclusionOf(lines)).toBe(concludes);
  expect(conclusionOf(lines.toReversed())).toBe(concludes);
});

function lineWith(more: Partial<VerdictLine>): VerdictLine {
  const usual = { line: "verdict", level: "MUST", instances: 0, checks: [], findings: [] } as const;
  return { ...usual, requirement: "watch.ordered", verdict: "pass", ...more };
}

describe("a recorded verdict that was decided before the run", () => {
  it.each(["excluded", "not-applicable", "untestable"] as const)("is %s", (verdict) => {
    expect(settledIn(lineWith({ verdict, reason: "so" }))).toEqual({
      settled: { verdict, reason: "so" },
    });
  });

  it.each(
    verdicts.filter((verdict) => !["excluded", "not-applicable", "untestable"].includes(verdict)),
  )("is nothing where it is %s", (verdict) => {
    expect(settledIn(lineWith({ verdict }))).toEqual({});
  });

  it("is the verdict before the baseline", () => {
    const before = { verdict: "untestable", reason: "no stranger" } as const;

    expect(settledIn(lineWith({ verdict: "expected-fail", before }))).toEqual({
      settled: before,
    });
    expect(settledIn(lineWith({ verdict: "excluded", before: { verdict: "fail" } }))).toEqual({});
  });

  it("states so where the record gives no reason", () => {
    expect(settledIn(lineWith({ verdict: "excluded" })).settled?.reason).toBe(
      "decided before the run",
    );
  });

  it.each([
    { findings: [{ ...undecided("watch.ordered", "no sentinel", [3]), case: "a" }] },
    { instances: 1 },
  ])("applies only without an instance, if cases ran", (more) => {
    expect(settledIn(lineWith({ verdict: "untestable", reason: "so", ...more }))).toEqual({
      unexercised: { verdict: "untestable", reason: "so" },
    });
  });

  it("is nothing where other shards decide", () => {
    const left = { verdict: "excluded", reason: leftToOtherShards } as const;

    expect(settledIn(lineWith(left))).toEqual({});
  });
});
