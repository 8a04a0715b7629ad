import type { RequirementId } from "#contract";
import type { Finding, SeenEvent } from "#harness";

/** What a violation says: what should have been, what was, and the exchanges that show it. */
export interface Accusation {
  readonly expected: string;
  readonly actual: string;
  readonly evidence: readonly number[];
}

/** What findings accuse a target of, in their order; of one requirement where one is given. */
export function accusationsIn(
  findings: readonly Finding[],
  requirement?: RequirementId,
): readonly Accusation[] {
  return findings.flatMap((finding) => {
    if (finding.result !== "violated") return [];
    const { expected, actual, evidence } = finding;
    const isMeant = requirement === undefined || finding.requirement === requirement;
    return isMeant ? [{ expected, actual, evidence }] : [];
  });
}

/** Why findings decide nothing, and by which exchanges, in their order. */
export function doubtsIn(
  findings: readonly Finding[],
): readonly (readonly [reason: string, ...evidence: number[]])[] {
  return findings.flatMap((finding) =>
    finding.result === "undecided" || finding.result === "errored"
      ? [[finding.reason, ...finding.evidence] as const]
      : [],
  );
}

/** An accusation as tables have it. */
type Told = readonly [expected: string, actual: string, evidence: readonly number[]];

/** A watch that shows something wrong, and all of which its target is accused. */
export interface WatchAccusation {
  readonly what: string;
  readonly judge: (events: readonly SeenEvent[]) => readonly Finding[];
  readonly events: readonly SeenEvent[];
  readonly accusations: readonly Told[];
}

/** The findings about writes that went wrong, and all of which they accuse the target. */
export interface WriteAccusation {
  readonly what: string;
  readonly findings: readonly Finding[];
  readonly accusations: readonly Told[];
}

/** The accusations of a row in full. */
export function inFull(row: { readonly accusations: readonly Told[] }): readonly Accusation[] {
  return row.accusations.map(([expected, actual, evidence]) => ({ expected, actual, evidence }));
}
