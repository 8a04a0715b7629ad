import type { ControllerRequirementId, ObjectKey } from "#contract";
import type { EvidenceEvent } from "#harness";

/** A rule that a controller broke on one object. */
export interface ControllerFinding {
  readonly requirement: ControllerRequirementId;
  readonly object: ObjectKey;
  /** The shortest sequence of the object's events that shows it, ending with the violation. */
  readonly events: readonly EvidenceEvent[];
  /** The newest events of the object, including that sequence, in order. */
  readonly around: readonly EvidenceEvent[];
  /** One sentence with versions and values. */
  readonly detail: string;
}

/** The result on one requirement. */
export interface ControllerStanding {
  readonly requirement: ControllerRequirementId;
  /** Non-trivial instances. */
  readonly instances: number;
  /** Number of violations. Only the first findings are kept. */
  readonly broken: number;
}

/** The result of a history. */
export interface ControllerJudgement {
  readonly findings: readonly ControllerFinding[];
  /** One entry per judged requirement, in the order of the catalogue. */
  readonly standings: readonly ControllerStanding[];
}
