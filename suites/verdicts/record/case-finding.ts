import type { Finding } from "#harness";

/** A finding and the case that made it. */
export type CaseFinding = Finding & {
  readonly case: string;
  /** Which look at the case it was, where it was looked at again: 2 or more. */
  readonly attempt?: number;
  /** No other case was under way. Absent: others were, or may have been. */
  readonly isAlone?: true;
  /** A watch that the case saw through was lost. Absent: none was. */
  readonly hasLostWatch?: true;
  /** Names in its texts that the run has drawn: another run has others there. */
  readonly names?: readonly string[];
};

/** The events of one object behind a violation. */
export type CaseHistory = NonNullable<Extract<CaseFinding, { result: "violated" }>["history"]>;

/**
 * Whether a case came to nothing for the sake of the suite or the connection, so that another attempt may decide: it
 * says so, or did not see what it needed through a watch that was lost.
 */
export function isFailure(finding: CaseFinding): boolean {
  if (finding.result === "errored") return true;
  const isEmpty =
    finding.result === "undecided" || (finding.result === "held" && finding.instances === 0);
  return isEmpty && finding.hasLostWatch === true;
}
