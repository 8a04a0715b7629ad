import type { Feature, JsonValue, RequirementId, SourceReference } from "#contract";
import type { Rules } from "../rules/rules.ts";
import type { Variant } from "./variant.ts";

/** A variant of the server that is unusual but conformant. */
export interface Freedom extends Variant {
  /** Why a conformant server may behave in this way, in one sentence. */
  readonly why: string;
  /** Documents that permit the behavior, or systems that have it. Absent if no document restricts it. */
  readonly sources?: readonly SourceReference[];
  /** Features that the server lacks with this freedom. Requirements that need one of them do not apply. */
  readonly withdraws?: readonly Feature[];
  /** Whether a client that knows the declarations notices only that these features are missing. */
  readonly isAbsence?: true;
  /** How a dialect declares the behavior. Absent if clients do not need to know it. */
  readonly declares?: readonly DialectEdit[];
  /** Requirements that cannot get their usual verdict. All others keep theirs. */
  readonly excuses?: readonly Excuse[];
  /**
   * Kinds to whose objects another client writes. Verdicts on them can be inconclusive for that reason. None by
   * default.
   */
  readonly disturbs?: readonly string[];
  /** Names of freedoms that cannot be combined with this freedom. */
  readonly excludes?: readonly string[];
  /**
   * Rules whose results this freedom hides from clients, so that faults in these rules have no effect. None by default.
   */
  readonly hides?: readonly (keyof Rules)[];
  /** The decision that the freedom makes. Two freedoms that make the same decision cannot be combined. */
  readonly decides?: string;
}

/**
 * A change to a dialect file. In the path `at`, `*` matches every field or list item, a number matches the list item at
 * that index, and `everyKind` matches every kind, including kinds that a run defines. The change applies wherever the
 * parent of the path exists.
 */
export interface DialectEdit {
  readonly at: string;
  /** The new value. If absent, the value at the path is removed. */
  readonly put?: JsonValue;
  /** Whether to merge the properties of `put` into the existing ones instead of replacing them. */
  readonly isBeside?: true;
}

/** A requirement with another verdict under a freedom, because its checks cannot pass. */
export interface Excuse {
  readonly requirement: RequirementId;
  readonly verdict: "inconclusive" | "not-applicable" | "untestable";
  /** A clause that follows "because". */
  readonly because: string;
  /** Other freedoms that must also be enabled for the requirement to get this verdict. None by default. */
  readonly alongside?: readonly string[];
}

export function defineFreedom(freedom: Freedom): Freedom {
  return freedom;
}
