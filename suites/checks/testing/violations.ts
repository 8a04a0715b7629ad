import type { RequirementId } from "#contract";
import type { Finding, SeenEvent } from "#harness";

export interface ExpectedViolation {
  readonly expected: string;
  readonly actual: string;
  readonly evidence: readonly number[];
}

export function violationsIn(
  findings: readonly Finding[],
  requirement?: RequirementId,
): readonly ExpectedViolation[] {
  return findings.flatMap((finding) => {
    if (finding.result !== "violated") return [];
    const { expected, actual, evidence } = finding;
    const isMeant = requirement === undefined || finding.requirement === requirement;
    return isMeant ? [{ expected, actual, evidence }] : [];
  });
}

export function doubtsIn(
  findings: readonly Finding[],
): readonly (readonly [reason: string, ...evidence: number[]])[] {
  return findings.flatMap((finding) =>
    finding.result === "undecided" || finding.result === "errored"
      ? [[finding.reason, ...finding.evidence] as const]
      : [],
  );
}

type ExpectedRow = readonly [expected: string, actual: string, evidence: readonly number[]];

export interface WatchViolations {
  readonly what: string;
  readonly judge: (events: readonly SeenEvent[]) => readonly Finding[];
  readonly events: readonly SeenEvent[];
  readonly violations: readonly ExpectedRow[];
}

export interface WriteViolations {
  readonly what: string;
  readonly findings: readonly Finding[];
  readonly violations: readonly ExpectedRow[];
}

export function inFull(row: {
  readonly violations: readonly ExpectedRow[];
}): readonly ExpectedViolation[] {
  return row.violations.map(([expected, actual, evidence]) => ({ expected, actual, evidence }));
}
