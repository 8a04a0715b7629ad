import type { ControllerRequirementId, ObjectKey } from "#contract";
import type { EvidenceEvent } from "#harness";

/** A rule that a controller broke on one object. */
export interface ControllerFinding {
  readonly requirement: ControllerRequirementId;
  readonly object: ObjectKey;
  /** The shortest run of events of the object that shows it, the one at fault last. */
  readonly events: readonly EvidenceEvent[];
  /** What is known of the object around it: its newest events, those of the run among them, in order. */
  readonly around: readonly EvidenceEvent[];
  /** What is wrong, in one sentence with versions and values. */
  readonly detail: string;
}

/** What a history says about one requirement. */
export interface ControllerStanding {
  readonly requirement: ControllerRequirementId;
  /** In how many non-trivial instances it could have been broken. */
  readonly instances: number;
  /** How often it was broken. Only the first findings are kept. */
  readonly broken: number;
}

/** What a history came to. */
export interface ControllerJudgement {
  readonly findings: readonly ControllerFinding[];
  /** One entry per requirement that is judged here, in the order of the catalogue. */
  readonly standings: readonly ControllerStanding[];
}
