import type { PlannedRequirement, Settled } from "../plan/plan-run.ts";
import { leftToOtherShards } from "../plan/shard.ts";
import type { VerdictLine } from "../record/record.ts";

/**
 * The result of a run. `violations`: a MUST is violated. `errored`: the suite or the connection failed. `inconclusive`:
 * a MUST is inconclusive or untestable. `nothing-ran`: no requirement has a verdict on the target.
 */
export type Conclusion = "conformant" | "violations" | "errored" | "inconclusive" | "nothing-ran";

/**
 * Derives the conclusion from the verdicts. The worst verdict takes precedence: a violation outranks an error of the
 * suite, and an error outranks an inconclusive MUST. A SHOULD never fails a run.
 */
export function conclusionOf(
  verdicts: readonly Pick<VerdictLine, "level" | "verdict">[],
): Conclusion {
  const weights = new Set(verdicts.map(weightOf));
  if (weights.has("violation")) return "violations";
  if (weights.has("error")) return "errored";
  if (weights.has("open")) return "inconclusive";
  return weights.has("judged") ? "conformant" : "nothing-ran";
}

type Weight = "violation" | "error" | "open" | "judged" | "nothing";

function weightOf({ level, verdict }: Pick<VerdictLine, "level" | "verdict">): Weight {
  switch (verdict) {
    case "fail":
      return "violation";
    // Like `warn`, a flaky SHOULD is a verdict that never fails the run.
    case "flaky":
      return level === "MUST" ? "violation" : "judged";
    case "errored":
      return "error";
    case "inconclusive":
    case "untestable":
      return level === "MUST" ? "open" : "nothing";
    case "pass":
    case "warn":
    case "expected-fail":
      return "judged";
    case "excluded":
    case "not-applicable":
      return "nothing";
  }
}

export function settledIn(line: VerdictLine): Pick<PlannedRequirement, "settled" | "unexercised"> {
  const { verdict, reason = "decided before the run" } = line.before ?? line;
  const isSettled = ["excluded", "not-applicable", "untestable"].includes(verdict);
  if (!isSettled || reason === leftToOtherShards) return {};
  const settled: Settled = { verdict, reason };
  const rests = line.findings.length > 0 || line.instances > 0;
  return rests ? { unexercised: settled } : { settled };
}
