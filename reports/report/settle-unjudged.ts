import { inCatalogue } from "#contract";
import type { Level, RequirementId } from "#contract";
import { decide } from "#verdicts";
import type { CaseFinding, VerdictLine } from "#verdicts";

export interface Unjudged {
  readonly findings: readonly CaseFinding[];
  readonly checks: ReadonlyMap<string, string>;
}

/**
 * Determines the verdict on a requirement that has none, because the record is truncated. The requirement fails if a
 * completed case violates it. Otherwise, it is inconclusive.
 */
export function settleUnjudged(
  requirement: RequirementId,
  level: Level,
  { findings, checks }: Unjudged,
): VerdictLine {
  const own = findings.filter((finding) => finding.requirement === requirement);
  const decision = decide(inCatalogue(requirement) ?? {}, level, own);
  const isBroken = decision.verdict === "fail" || decision.verdict === "warn";
  const verdict = isBroken ? decision.verdict : "inconclusive";
  const covering = own.map((finding) => checks.get(finding.case)).filter((id) => id !== undefined);
  const held = own.filter((finding) => finding.result === "held").slice(0, 1);
  return {
    line: "verdict",
    requirement,
    level,
    verdict,
    ...(isBroken ? {} : { reason: "the record is incomplete and lacks this verdict" }),
    instances: decision.instances,
    checks: [...new Set(covering)].toSorted(),
    findings: [...own.filter((finding) => finding.result !== "held"), ...held],
  };
}
