import type { Feature } from "../vocabulary/features.ts";
import type { Levels } from "../vocabulary/level.ts";
import type { ProfileRevision } from "./revisions.ts";
import type { Semantics } from "../vocabulary/semantics.ts";
import type { SourceName } from "./sources.ts";
import type { SurveyRowId } from "./survey-rows.ts";

/** Where a requirement comes from: a pinned source and the place in it. */
export interface SourceReference {
  readonly source: SourceName;
  /** File and function, section, or issue number inside the source. */
  readonly at: string;
}

/** One atomic rule. Its id is the key under which the catalogue holds it, and never changes meaning. */
export interface Requirement {
  /** How strongly the profiles ask for it. Those of endpoints ask nothing of controllers, and the other way round. */
  readonly levels: Levels;
  /** The rule as one sentence in the present tense. */
  readonly statement: string;
  /** What goes wrong where the rule is broken. */
  readonly reason: string;
  readonly sources: readonly SourceReference[];
  /** The rows of the field survey that this rule settles: `CC-01`. */
  readonly rows: readonly SurveyRowId[];
  /** The first revision of the profiles that has it. Defaults to all. */
  readonly since?: ProfileRevision;
  /** All of these must be offered, or the rule does not apply. */
  readonly features?: readonly Feature[];
  /**
   * The policy that the rule is about, where targets are free to declare another one. Not asked of a
   * target, kind or mutation that does: its own policy is verified by the probe of the declaration. What a
   * profile demands of everyone, such as the refusal of cross-writes, is never presumed but asked.
   */
  readonly presumes?: Partial<Semantics>;
  /** What a target declares that makes a MUST of the rule where a profile asks for it as a SHOULD. */
  readonly mustWhere?: Partial<Semantics>;
  /** How many non-trivial instances must be exercised before the rule may count as held; 1 by default. */
  readonly minimumInstances?: number;
}
