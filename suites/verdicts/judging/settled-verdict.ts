import type { PlannedRequirement, Settled } from "../plan/plan-run.ts";
import type { VerdictLine } from "../record/record.ts";
import { leftToOtherShards } from "../plan/shard.ts";

export function settledIn(line: VerdictLine): Pick<PlannedRequirement, "settled" | "unexercised"> {
  const { verdict, reason = "decided before the run" } = line.before ?? line;
  const isSettled = ["excluded", "not-applicable", "untestable"].includes(verdict);
  if (!isSettled || reason === leftToOtherShards) return {};
  const settled: Settled = { verdict, reason };
  const rests = line.findings.length > 0 || line.instances > 0;
  return rests ? { unexercised: settled } : { settled };
}
