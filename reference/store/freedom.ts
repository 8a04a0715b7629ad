import type { Feature, JsonValue, RequirementId, SourceReference } from "#contract";
import type { Variant } from "./variant.ts";

/** A way of being conformant: a variant of the server that differs and breaks nothing. */
export interface Freedom extends Variant {
  /** Why a conformant server may do so, one sentence. */
  readonly why: string;
  /** Where it is allowed, or was met. None where nothing forbids it. */
  readonly sources?: readonly SourceReference[];
  /** Features that the server does not offer then. A requirement that needs one is not applicable. */
  readonly withdraws?: readonly Feature[];
  /** What a dialect declares of it. None where a client cannot know, and need not. */
  readonly declares?: readonly DialectEdit[];
  /** Requirements that it leaves without a conclusion. All others are to be judged as without it. */
  readonly excuses?: readonly Excuse[];
  /** The names of other freedoms that it cannot be had together with. */
  readonly excludes?: readonly string[];
  /** What it decides, by any name. Freedoms that decide the same cannot be had together. */
  readonly decides?: string;
}

/**
 * One change of a dialect file. \`at\` names a field by dots; \`*\` stands for every field, \`everyKind\` for each
 * kind, those of the run included. A place is changed wherever what holds it is there.
 */
export interface DialectEdit {
  readonly at: string;
  /** Without it, the value at the path is removed. */
  readonly put?: JsonValue;
  /** The fields of what is put go beside those that are there, and not instead of them. */
  readonly isBeside?: true;
}

/** A requirement that a freedom leaves without a conclusion. */
export interface Excuse {
  readonly requirement: RequirementId;
  readonly verdict: "inconclusive" | "not-applicable" | "untestable";
  /** Why, completing "because". */
  readonly because: string;
  /** Other freedoms that must be active too; without them the requirement is judged. None by default. */
  readonly alongside?: readonly string[];
}

/** Declares a freedom. */
export function defineFreedom(freedom: Freedom): Freedom {
  return freedom;
}
