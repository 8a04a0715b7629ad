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

/** Whether the finding only states that a case has no result, and other cases can decide the requirement. */
export function isUnfinished(finding: CaseFinding): boolean {
  return (
    (finding.result === "errored" || finding.result === "undecided") &&
    finding.isIncidental === true
  );
}

export interface CasePlace {
  readonly check: string;
  readonly kind: string;
  readonly via: string;
}

/** A kind of the target, by its name. */
export type NamedKind = Readonly<Record<"name", string>>;

/** Returns the check in a case's name. */
export function checkIn(caseName: string): string {
  return caseName.split("#", 1)[0] ?? caseName;
}

/**
 * Parses a case's name, `check#Kind.mutation`, into its components. The names of kinds and of mutations may both
 * contain dots (`gears.example.com`, `status.put`), so only the kinds of the target show where the kind ends. An
 * unknown kind ends at the first dot.
 */
export function placeOf(caseName: string, kinds: readonly NamedKind[]): CasePlace {
  const check = checkIn(caseName);
  const place = caseName.slice(check.length + 1);
  const [known] = kinds
    .map(({ name }) => name)
    .filter((name) => place === name || place.startsWith(`${name}.`))
    .toSorted((left, right) => right.length - left.length);
  const kind = known ?? place.split(".", 1)[0] ?? place;
  return { check, kind, via: place.slice(kind.length + 1) };
}
