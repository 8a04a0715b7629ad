import type { Feature } from "../vocabulary/features.ts";
import type { Levels } from "../vocabulary/level.ts";
import type { ProfileRevision } from "./revisions.ts";
import type { Semantics } from "../vocabulary/semantics.ts";
import type { SourceName } from "./sources.ts";
import type { SurveyRowId } from "./survey-rows.ts";

/** A reference to a pinned source and a place in it. */
export interface SourceReference {
  readonly source: SourceName;
  /** File and function, section, or issue number inside the source. */
  readonly at: string;
}

/** One atomic rule. Its id is its key in the catalogue; the meaning of an id never changes. */
export interface Requirement {
  /** Its level in each profile. Endpoint profiles contain no controller requirements, and vice versa. */
  readonly levels: Levels;
  /** The rule as one sentence in the present tense. */
  readonly statement: string;
  /** What goes wrong if the rule is broken. */
  readonly reason: string;
  readonly sources: readonly SourceReference[];
  /** The rows of the field survey that this rule covers: `CC-01`. */
  readonly rows: readonly SurveyRowId[];
  /** The first revision of the profiles that contains it. Defaults to all. */
  readonly since?: ProfileRevision;
  /** Features that the rule requires. It does not apply if one is missing. */
  readonly features?: readonly Feature[];
  /**
   * The policy that the rule assumes, where targets may declare another one. Not required of a target, kind or mutation
   * with another declaration, which a separate check verifies. What a profile demands of all targets, such as the
   * refusal of cross-writes, is never assumed but required.
   */
  readonly presumes?: Partial<Semantics>;
  /** The declaration that raises the rule from SHOULD to MUST. */
  readonly mustWhere?: Partial<Semantics>;
  /** Number of non-trivial instances that must be exercised before the rule can pass; 1 by default. */
  readonly minimumInstances?: number;
}
