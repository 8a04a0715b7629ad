import type { RequirementId } from "#contract";
import type { CaseFinding, Verdict } from "#verdicts";
import type { ExcludedRate, Report } from "./report.ts";

/** The probability with which the run would have detected the fault, in percent. */
export const confidencePercent = 95;

/** Faults in single operations or events, by the requirement whose checks detect them. */
const faults: Partial<Readonly<Record<RequirementId, Pick<ExcludedRate, "among" | "fault">>>> = {
  "concurrency.one-winner": { fault: "an accepted stale write", among: "stale writes" },
  "write.stores-submitted-status": { fault: "a dropped write", among: "writes" },
  "write.visible-to-later-reads": { fault: "a stale read", among: "reads" },
  "watch.no-gap": { fault: "a missing event", among: "events" },
};

/**
 * Computes the fault rate that a pass excludes. A fault that affects each of N operations with probability p stays
 * undetected with probability (1 - p)^N, which is 5 % for p of about 3 / N.
 */
export function excludedRate(
  { requirement, verdict }: { readonly requirement: RequirementId; readonly verdict: Verdict },
  findings: readonly CaseFinding[],
): ExcludedRate | undefined {
  const fault = faults[requirement];
  if (fault === undefined || verdict !== "pass") return undefined;
  // Retries do not count: whether they happen depends on the first attempt.
  const exposed = findings.reduce(
    (sum, finding) =>
      finding.result === "held" && finding.attempt === undefined
        ? sum + (finding.exposed ?? 0)
        : sum,
    0,
  );
  const oneIn = exposed === 0 ? 0 : Math.floor(1 / leastRate(exposed));
  return oneIn < 2 ? undefined : { ...fault, exposed, oneIn };
}

/** Returns the lowest fault rate for which the probability of missing the fault is at most 5 %. */
function leastRate(exposed: number): number {
  return -Math.expm1(Math.log1p(-confidencePercent / 100) / exposed);
}

export function excludedRates({ requirements }: Pick<Report, "requirements">): readonly string[] {
  return requirements.flatMap(({ excludedRate: rate }) =>
    rate === undefined ? [] : [excludedRateText(rate)],
  );
}

export function excludedRateText({ fault, among, oneIn }: ExcludedRate): string {
  return `${fault} in more than 1 of ${oneIn} ${among}`;
}
