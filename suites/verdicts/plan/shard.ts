import type { Plan, PlannedRequirement } from "./plan-run.ts";
import type { Shard, VerdictLine } from "../record/record.ts";

export const leftToOtherShards = "part of another shard: merge the records";

/** Number of exchange numbers reserved for each shard, so that records can be merged without renumbering. */
const exchangesPerShard = 10_000_000;

export function exchangesBefore(shard: Shard | undefined): number {
  return shard === undefined ? 0 : (shard.index - 1) * exchangesPerShard;
}

/** Returns the plan of a shard: every n-th case, so that each shard contains cases of every check. */
export function shardPlan(plan: Plan, shard: Shard | undefined): Plan {
  if (shard === undefined) return plan;
  const cases = plan.cases.filter((_, position) => position % shard.count === shard.index - 1);
  const covered = new Set(cases.flatMap(({ check }) => check.covers));
  const requirements = plan.requirements.map((planned): PlannedRequirement => {
    if (planned.settled !== undefined || covered.has(planned.requirement)) return planned;
    return { ...planned, settled: { verdict: "excluded", reason: leftToOtherShards } };
  });
  return { cases, requirements };
}

/**
 * Returns the verdicts of a shard. An inconclusive verdict without findings other than `held` becomes `excluded`,
 * because other shards may exercise the requirement.
 */
export function settleShard(
  lines: readonly VerdictLine[],
  shard: Shard | undefined,
): readonly VerdictLine[] {
  if (shard === undefined) return lines;
  return lines.map((line) => {
    const isOpen = line.findings.some((finding) => finding.result !== "held");
    if (line.verdict !== "inconclusive" || isOpen) return line;
    return { ...line, verdict: "excluded", reason: leftToOtherShards };
  });
}
