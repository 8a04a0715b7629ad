import type { Feature, JsonValue, RequirementId, SourceReference } from "#contract";
import type { Variant } from "./variant.ts";

/** A variant of the server that differs but conforms. */
export interface Freedom extends Variant {
  /** Why a conformant server may do so, one sentence. */
  readonly why: string;
  /** Documents that permit it, or systems that do it. None if nothing forbids it. */
  readonly sources?: readonly SourceReference[];
  /** Features that the server then lacks. Requirements that need one do not apply. */
  readonly withdraws?: readonly Feature[];
  /** How a dialect declares it. None if clients need not know. */
  readonly declares?: readonly DialectEdit[];
  /** Requirements that become undecided. All others keep their verdict. */
  readonly excuses?: readonly Excuse[];
  /** Names of freedoms that it cannot be combined with. */
  readonly excludes?: readonly string[];
  /** A label for what it decides. Freedoms with the same label cannot be combined. */
  readonly decides?: string;
}

/**
 * One change of a dialect file. `at` is a dotted path; `*` matches every field, `everyKind` each kind, including those
 * of the run. A path is changed wherever its parent exists.
 */
export interface DialectEdit {
  readonly at: string;
  /** Without it, the value at the path is removed. */
  readonly put?: JsonValue;
  /** Merges the properties of `put` into existing ones, rather than replacing them. */
  readonly isBeside?: true;
}

/** A requirement that a freedom leaves undecided. */
export interface Excuse {
  readonly requirement: RequirementId;
  readonly verdict: "inconclusive" | "not-applicable" | "untestable";
  /** Completes "because". */
  readonly because: string;
  /** Other freedoms that must also be active, or the requirement is judged. None by default. */
  readonly alongside?: readonly string[];
}

export function defineFreedom(freedom: Freedom): Freedom {
  return freedom;
}
