import type { Finding } from "#harness";

/** A finding and the case that made it. */
export type CaseFinding = Finding & {
  readonly case: string;
  /** Which look at the case it was, where it was looked at again: 2 or more. */
  readonly attempt?: number;
  /** No other case was under way. Absent: others were, or may have been. */
  readonly isAlone?: true;
  /** Names in its texts that the run has drawn: another run has others there. */
  readonly names?: readonly string[];
};

/** The events of one object behind a violation. */
export type CaseHistory = NonNullable<Extract<CaseFinding, { result: "violated" }>["history"]>;
