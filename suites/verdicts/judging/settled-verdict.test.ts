import { describe, expect, it } from "vitest";
import { undecided } from "#harness";
import type { VerdictLine } from "../record/record.ts";
import { settledIn } from "./settled-verdict.ts";
import { leftToOtherShards } from "../plan/shard.ts";
import { verdicts } from "../record/verdict.ts";

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
