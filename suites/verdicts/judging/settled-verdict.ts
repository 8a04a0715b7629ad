import { isLeftToOtherCases } from "../plan/plan.ts";
import type { PlannedRequirement } from "../plan/plan.ts";
import type { VerdictLine } from "../record/record.ts";
import { leftToOtherShards } from "../plan/shard.ts";

/**
 * Returns the verdict and reason that were settled before the run, as recorded. Returns undefined if the verdict
 * depends on cases, on unselected cases or on other shards.
 */
export function settledIn(line: VerdictLine): PlannedRequirement["settled"] {
  const { verdict, reason = "decided before the run" } = line.before ?? line;
  const isSettled = ["excluded", "not-applicable", "untestable"].includes(verdict);
  const rests =
    line.findings.length > 0 ||
    line.instances > 0 ||
    reason === leftToOtherShards ||
    isLeftToOtherCases(reason);
  return isSettled && !rests ? { verdict, reason } : undefined;
}
