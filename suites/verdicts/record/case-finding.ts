import type { Finding } from "#harness";

export type CaseFinding = Finding & {
  readonly case: string;
  /** Number of the attempt, from 2. Absent for the first attempt. */
  readonly attempt?: number;
  readonly isAlone?: true;
  /** Whether a watch of the case was lost. */
  readonly hasLostWatch?: true;
  /** Random names in the finding's messages, which differ in every run. */
  readonly names?: readonly string[];
};

/** The events of one object that show a violation. */
export type CaseHistory = NonNullable<Extract<CaseFinding, { result: "violated" }>["history"]>;

/**
 * Whether the suite or the connection prevented a result: the case errored, or a watch that it needed was lost. Another
 * attempt may produce a result.
 */
export function isFailure(finding: CaseFinding): boolean {
  if (finding.result === "errored") return true;
  const isEmpty =
    finding.result === "undecided" || (finding.result === "held" && finding.instances === 0);
  return isEmpty && finding.hasLostWatch === true;
}

export interface CasePlace {
  readonly check: string;
  readonly kind: string;
  readonly via: string;
}

/** Parses a case's name, `check#Kind.mutation`, into its components. */
export function placeOf(caseName: string): CasePlace {
  const [check = "", place = ""] = caseName.split("#", 2);
  const dot = place.indexOf(".");
  return dot < 0
    ? { check, kind: place, via: "" }
    : { check, kind: place.slice(0, dot), via: place.slice(dot + 1) };
}
