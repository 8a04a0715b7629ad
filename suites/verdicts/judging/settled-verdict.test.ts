import { describe, expect, it } from "vitest";
import { undecided } from "#harness";
import type { VerdictLine } from "../record/record.ts";
import { settledIn } from "./settled-verdict.ts";
import { leftToOtherCases } from "../plan/plan.ts";
import { leftToOtherShards } from "../plan/shard.ts";
import { verdicts } from "../record/verdict.ts";

function lineWith(more: Partial<VerdictLine>): VerdictLine {
  const usual = { line: "verdict", level: "MUST", instances: 0, checks: [], findings: [] } as const;
  return { ...usual, requirement: "watch.ordered", verdict: "pass", ...more };
}

describe("a recorded verdict that was decided before the run", () => {
  it.each(["excluded", "not-applicable", "untestable"] as const)("is %s", (verdict) => {
    expect(settledIn(lineWith({ verdict, reason: "so" }))).toEqual({
      verdict,
      reason: "so",
    });
  });

  it.each(
    verdicts.filter((verdict) => !["excluded", "not-applicable", "untestable"].includes(verdict)),
  )("is nothing where it is %s", (verdict) => {
    expect(settledIn(lineWith({ verdict }))).toBeUndefined();
  });

  it("is the verdict before the baseline", () => {
    const before = { verdict: "untestable", reason: "no stranger" } as const;

    expect(settledIn(lineWith({ verdict: "expected-fail", before }))).toEqual(before);
    expect(
      settledIn(lineWith({ verdict: "excluded", before: { verdict: "fail" } })),
    ).toBeUndefined();
  });

  it("states so where the record gives no reason", () => {
    expect(settledIn(lineWith({ verdict: "excluded" }))?.reason).toBe("decided before the run");
  });

  it.each([
    {
      why: "findings",
      more: { findings: [{ ...undecided("watch.ordered", "no sentinel", [3]), case: "a" }] },
    },
    { why: "instances", more: { instances: 1 } },
    { why: "what other shards decide", more: { reason: leftToOtherShards } },
    { why: "what unselected cases decide", more: { reason: leftToOtherCases() } },
  ])("is nothing where it rests on $why", ({ more }) => {
    expect(settledIn(lineWith({ verdict: "untestable", ...more }))).toBeUndefined();
  });
});
