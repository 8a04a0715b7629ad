import type { Semantics } from "../vocabulary/contract-semantics.ts";
import type { Feature } from "../vocabulary/features.ts";
import type { Levels } from "../vocabulary/level.ts";
import type { SourceName } from "./sources.ts";
import type { SurveyRowId } from "./survey-rows.ts";

export const newestRevision = "2026-12";

/**
 * All profile revisions, oldest first. A revision only adds requirements, and each of them names its revision in
 * `since`. A change to a level requires a new profile version.
 */
export const profileRevisions = ["2026-11", newestRevision] as const;

export type ProfileRevision = (typeof profileRevisions)[number];

export function isProfileRevision(text: string): text is ProfileRevision {
  return profileRevisions.some((revision) => revision === text);
}

/**
 * Returns the entries that a revision contains: all except those that later revisions add. An entry without `since`
 * belongs to every revision.
 */
export function entriesUpTo<Entry extends { readonly since?: string }>(
  revision: string,
  entries: readonly Entry[],
  revisions: readonly string[],
): readonly Entry[] {
  const later = new Set(revisions.slice(revisions.indexOf(revision) + 1));
  return entries.filter(({ since }) => since === undefined || !later.has(since));
}

/** A passage in a pinned source. */
export interface SourceReference {
  readonly source: SourceName;
  /** File and function, section, or issue number inside the source. */
  readonly at: string;
}

/** One atomic rule. Its id is its key in the catalogue. The meaning of an id never changes. */
export interface Requirement {
  /**
   * The level of the requirement in each profile. Endpoint profiles contain no controller requirements, and vice versa.
   */
  readonly levels: Levels;
  /** The rule as one sentence in the present tense. */
  readonly statement: string;
  readonly reason: string;
  readonly sources: readonly SourceReference[];
  /** The rows of the field survey that this rule covers: `CC-01`. */
  readonly rows: readonly SurveyRowId[];
  /** The first profile revision that contains the rule. Defaults to the first revision. */
  readonly since?: ProfileRevision;
  /** Features that the rule requires. The rule does not apply if one is missing. */
  readonly features?: readonly Feature[];
  /**
   * The feature that the rule demands of every kind. A kind that rejects requests of this feature breaks the rule;
   * other rules that require the feature do not apply to this kind.
   */
  readonly demands?: Feature;
  /**
   * The policy that the rule assumes. The rule does not apply to a target, kind or mutation that declares a different
   * policy; a separate check verifies that declaration. Policies that a profile requires of all targets, such as the
   * rejection of cross-writes, are not listed here.
   */
  readonly presumes?: Partial<Semantics>;
  /** The declaration that raises the rule from SHOULD to MUST. */
  readonly mustWhere?: Partial<Semantics>;
  /** Number of non-trivial instances that must be exercised for the rule to pass. Defaults to 1. */
  readonly minimumInstances?: number;
}
