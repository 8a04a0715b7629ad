import type { Finding } from "#harness";

/** A finding and the case that made it. */
export type CaseFinding = Finding & {
  readonly case: string;
  /** The number of the attempt, from 2. */
  readonly attempt?: number;
  /** No other case was running. */
  readonly isAlone?: true;
  /** A watch of the case was lost. */
  readonly hasLostWatch?: true;
  /** Random names in its texts, which differ in another run. */
  readonly names?: readonly string[];
};

/** The events of one object behind a violation. */
export type CaseHistory = NonNullable<Extract<CaseFinding, { result: "violated" }>["history"]>;

/**
 * Whether a case has no result because of the suite or the connection, so that another attempt may decide: it errored,
 * or a lost watch missed what it needed.
 */
export function isFailure(finding: CaseFinding): boolean {
  if (finding.result === "errored") return true;
  const isEmpty =
    finding.result === "undecided" || (finding.result === "held" && finding.instances === 0);
  return isEmpty && finding.hasLostWatch === true;
}
