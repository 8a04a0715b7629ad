import type { ObjectKey, RequirementId, ResourceVersion } from "#contract";
import type { Established, Premise } from "../premises/premise.ts";
import type { Change } from "./object-changes.ts";

export interface EvidenceEvent {
  /** Index of the event in the history, from 0, in the order in which events were observed. */
  readonly ordinal: number;
  readonly atMs: number;
  /** A short description of the event: `MODIFIED`, `status write refused: conflict`. */
  readonly what: string;
  /** The writer, if a driver or managed fields identify it. Absent if unknown. */
  readonly by?: string;
  readonly version?: ResourceVersion;
  readonly generation?: number;
  /** The differences from the preceding state. Empty for the first state, or if nothing changed. */
  readonly changes: readonly Change[];
}

/** The newest events of an object, in order. */
export interface FindingHistory {
  readonly object: ObjectKey;
  readonly events: readonly FindingEvent[];
}

/**
 * Lanes of a history. `state`: a change to the object; `view`: an event that the controller received; `write`: a write
 * by the controller.
 */
export const findingLanes = ["state", "view", "write"] as const;

/** An event for an object, and whether it belongs to the shortest sequence that violates the requirement. */
export type FindingEvent = EvidenceEvent & {
  readonly isEvidence: boolean;
  /** Absent if it is unknown which events the controller received. */
  readonly lane?: (typeof findingLanes)[number];
};

export interface HistoryEvidence {
  readonly object: ObjectKey;
  readonly events: readonly EvidenceEvent[];
  /** The newest events of the object, including the shortest violating sequence, in order. */
  readonly around: readonly EvidenceEvent[];
}

/** Returns the history for a finding, with the violating events marked. */
export function historyOf({ object, around, events }: HistoryEvidence): FindingHistory {
  const violating = new Set(events.map(({ ordinal }) => ordinal));
  return {
    object,
    events: around.map((event) => ({ ...event, isEvidence: violating.has(event.ordinal) })),
  };
}

/** Lines of one recorded history of a case; `history` is its index, from 0. */
export interface RecordedLines {
  readonly history: number;
  readonly of: number;
}

export interface Plays {
  readonly attempts: number;
  readonly broken: number;
}

/**
 * The result of one case of a check for one requirement. `held` counts the nontrivial instances that were exercised;
 * `undecided` means that the case was inconclusive (for example because a sentinel is missing), and `isBarred` that it
 * could not start because a prerequisite was rejected. `errored` means that the suite or the connection failed, which
 * is never a defect of the target. `evidence` lists the exchanges, in order.
 */
export type Finding =
  | {
      readonly result: "held";
      readonly requirement: RequirementId;
      readonly instances: number;
      readonly evidence: readonly number[];
      /**
       * Number of operations or events in which a single fault would certainly have been detected. Absent if these were
       * not counted.
       */
      readonly exposed?: number;
      /** The basis of the finding if the basis is not a response, or the reason why there was no instance. */
      readonly note?: string;
      /** An observation that is not a violation: two paths show one value in different formats. */
      readonly remark?: string;
      /** Set if the case has shown that the requirement does not apply to the target. `note` states why. */
      readonly isInapplicable?: true;
      /**
       * Set if the check tests the requirement only in addition to others, and found no instance of it. The reasons of
       * other checks take precedence over `note`.
       */
      readonly isIncidental?: true;
    }
  | {
      readonly result: "violated";
      readonly requirement: RequirementId;
      readonly expected: string;
      readonly actual: string;
      /** The steps that led to the violation. They may differ between runs. Absent if the case is always the same. */
      readonly steps?: string;
      readonly evidence: readonly number[];
      /** Whether the target rejected the request as expected, but for another reason. Removed by the examination. */
      readonly isAboutReason?: true;
      /** The premises on which the violation is based, with the exchanges that establish them. */
      readonly premises?: readonly Established[];
      /** The events of one object that show the violation. Absent if the violation is based on exchanges. */
      readonly history?: FindingHistory;
      /** Identifies the recorded history to which the lines refer. Absent if there is none. */
      readonly lines?: RecordedLines;
      /** The path to a counterexample or a simpler form of the case, for its reproduction. Absent if there is none. */
      readonly replay?: string;
      /**
       * Number of executions of the case, and number of executions that violated the requirement. Absent for a single
       * execution.
       */
      readonly plays?: Plays;
    }
  | {
      readonly result: "undecided";
      readonly requirement: RequirementId;
      readonly reason: string;
      readonly evidence: readonly number[];
      /** The premise that is not established. Absent if there is a different reason. */
      readonly premise?: Premise;
      /** Set if a rejected prerequisite prevented the case from starting. */
      readonly isBarred?: true;
      /** Set if the case has no result, and other cases can decide the requirement. */
      readonly isIncidental?: true;
    }
  | {
      readonly result: "errored";
      readonly requirement: RequirementId;
      readonly reason: string;
      readonly evidence: readonly number[];
      /** Set if the case has no result, and other cases can decide the requirement. */
      readonly isIncidental?: true;
    };

/** A claim about the target, and the message of the finding if it is violated. */
export interface Claim {
  readonly holds: boolean;
  /** The behavior of a conformant target, as a continuation of "expected: ". */
  readonly expected: string;
  /** The behavior of this target, as a continuation of "actual: ". */
  readonly actual: string;
  readonly evidence: readonly number[];
  /** Number of non-trivial instances if the claim holds. Defaults to 1. */
  readonly instances?: number;
  /** The basis of a claim that holds, if the basis is not a response, or the reason why there was no instance. */
  readonly note?: string;
  readonly remark?: string | undefined;
  /** Whether there was no instance because the requirement does not apply to the target. `note` states why. */
  readonly isInapplicable?: true;
  /** Whether the check tests the requirement only in addition to its own ones, and had no instance. */
  readonly isIncidental?: true;
  /** Whether the target rejected the request as expected, and only the reason is judged. */
  readonly isAboutReason?: boolean;
}

/** Returns the finding for a claim: `held` if the claim holds, otherwise `violated`. */
export function claim(requirement: RequirementId, of: Claim): Finding {
  const { holds, expected, actual, evidence, instances = 1, note, remark, isAboutReason } = of;
  const noted = {
    ...(note === undefined ? {} : { note }),
    ...(remark === undefined ? {} : { remark }),
    ...(of.isInapplicable === true ? { isInapplicable: true as const } : {}),
    ...(of.isIncidental === true ? { isIncidental: true as const } : {}),
  };
  return holds
    ? { result: "held", requirement, instances, evidence, ...noted }
    : {
        result: "violated",
        requirement,
        expected,
        actual,
        evidence,
        ...(isAboutReason === true ? { isAboutReason } : {}),
      };
}

/** Adds the exchanges that may have caused a finding to its evidence, in ascending order. */
export function withCause(
  finding: Finding,
  causes: readonly { readonly exchange: number }[],
): Finding {
  const evidence = new Set([...finding.evidence, ...causes.map(({ exchange }) => exchange)]);
  return { ...finding, evidence: [...evidence].toSorted((first, second) => first - second) };
}

/** Returns the finding of a case that was inconclusive for a requirement. */
export function undecided(
  requirement: RequirementId,
  reason: string,
  evidence: readonly number[],
): Finding {
  return { result: "undecided", requirement, reason, evidence };
}

/** Creates the finding of a case in which the suite or the connection failed. */
export function errored(
  requirement: RequirementId,
  reason: string,
  evidence: readonly number[],
): Finding {
  return { result: "errored", requirement, reason, evidence };
}
