import type { ObjectKey, ControllerRequirementId, ResourceVersion } from "#contract";
import type { Change } from "#harness";

/** One event of an object's history, as the evidence of a finding shows it. */
export interface EvidenceEvent {
  /** Which event of the history it is, counted from 0 in the order of observation. */
  readonly ordinal: number;
  readonly atMs: number;
  /** What happened, in a few words: `MODIFIED`, `status write refused: conflict`. */
  readonly what: string;
  /** Who did it, as far as a driver or the record of managers tells. Absent: not known. */
  readonly by?: string;
  readonly version?: ResourceVersion;
  readonly generation?: number;
  /** What is different from the state of the object before. Empty on the first state and where nothing is. */
  readonly changes: readonly Change[];
}

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
