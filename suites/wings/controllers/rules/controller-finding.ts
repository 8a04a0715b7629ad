import type { ControllerRequirementId, ObjectKey } from "#contract";
import type { EvidenceEvent } from "#harness";

/** A violation of a requirement by a controller, on one object. */
export interface ControllerFinding {
  readonly requirement: ControllerRequirementId;
  readonly object: ObjectKey;
  /**
   * The shortest sequence of the object's events that shows the violation. The event that violates the requirement is
   * the last.
   */
  readonly events: readonly EvidenceEvent[];
  /** The newest events of the object, including `events`, in order. */
  readonly around: readonly EvidenceEvent[];
  /** Description of the violation in one sentence, with versions and values. */
  readonly detail: string;
}

/** The result for one requirement. */
export interface ControllerStanding {
  readonly requirement: ControllerRequirementId;
  /** Number of situations in which the requirement could have been violated. */
  readonly instances: number;
  /** Number of violations. Only the first violations have findings. */
  readonly broken: number;
}

/** Explains why a history does not show whether a requirement is violated. */
export interface ControllerDoubt {
  readonly requirement: ControllerRequirementId;
  readonly reason: string;
}

/** The result of judging a history. */
export interface ControllerJudgement {
  readonly findings: readonly ControllerFinding[];
  /** One entry per judged requirement, in the order of the catalogue. */
  readonly standings: readonly ControllerStanding[];
  readonly doubts: readonly ControllerDoubt[];
}
