import type { ObjectKey, RequirementId, ResourceVersion } from "#contract";
import type { Established, Premise } from "../premises/premise.ts";
import type { Change } from "./changes.ts";

/** One event of an object's history, as the evidence of a finding shows it. */
export interface EvidenceEvent {
  /** Which event of the history it is, counted from 0 in the order of observation. */
  readonly ordinal: number;
  readonly atMs: number;
  /** What happened, in a few words: `MODIFIED`, `status write refused: conflict`. */
  readonly what: string;
  /** Who did it, as far as a driver or the record of managers tells. Absent if unknown. */
  readonly by?: string;
  readonly version?: ResourceVersion;
  readonly generation?: number;
  /** What is different from the state of the object before. Empty on the first state and where nothing is. */
  readonly changes: readonly Change[];
}

/** The newest events of an object, in order. */
export interface FindingHistory {
  readonly object: ObjectKey;
  readonly events: readonly FindingEvent[];
}

/** One event of an object, and whether it belongs to the shortest run that breaks the rule. */
export type FindingEvent = EvidenceEvent & { readonly isEvidence: boolean };

/** What a rule about the history of an object found. */
export interface HistoryEvidence {
  readonly object: ObjectKey;
  /** The shortest run of events that shows it, in order. */
  readonly events: readonly EvidenceEvent[];
  /** The newest events of the object, those of the run among them, in order. */
  readonly around: readonly EvidenceEvent[];
}

/** The history of a finding, with the events that break the rule marked. */
export function historyOf({ object, around, events }: HistoryEvidence): FindingHistory {
  const told = new Set(events.map(({ ordinal }) => ordinal));
  return {
    object,
    events: around.map((event) => ({ ...event, isEvidence: told.has(event.ordinal) })),
  };
}

/** One of N recorded histories of a case, counted from 0. */
export interface RecordedLines {
  readonly history: number;
  readonly of: number;
}

/**
 * What one case of a check says about one requirement. `held` counts the non-trivial instances that
 * were exercised; `undecided` means that the case could not decide (no positive control, a sentinel
 * that never came), and `isBarred` that it could not even start, because what it needs was refused;
 * `errored` means that the suite or the connection failed, which is never the
 * target's fault. `evidence` lists the exchanges behind it, in order.
 */
export type Finding =
  | {
      readonly result: "held";
      readonly requirement: RequirementId;
      readonly instances: number;
      readonly evidence: readonly number[];
      /**
       * Of these, operations or events in which a fault that befalls single ones would certainly have shown. Absent if
       * none were counted.
       */
      readonly exposed?: number;
      /** The basis of a finding, if it is not a reply of the target, or why there was no instance. */
      readonly note?: string;
      /** What is worth knowing though it holds: two paths that spell one value differently. */
      readonly remark?: string;
    }
  | {
      readonly result: "violated";
      readonly requirement: RequirementId;
      readonly expected: string;
      readonly actual: string;
      readonly evidence: readonly number[];
      /** The premises that it is based on, and what establishes them. */
      readonly premises?: readonly Established[];
      /** The events of one object that show it. Absent if it is based on exchanges. */
      readonly history?: FindingHistory;
      /** Which of the recorded histories of the case its lines are in. Absent: it tells of none. */
      readonly lines?: RecordedLines;
      /** The path on which a property was found broken, for walking it again. Absent: no property. */
      readonly replay?: string;
    }
  | {
      readonly result: "undecided";
      readonly requirement: RequirementId;
      readonly reason: string;
      readonly evidence: readonly number[];
      /** The premise that is not established. Absent: the reason is no premise. */
      readonly premise?: Premise;
      /** Absent: it started. */
      readonly isBarred?: true;
    }
  | {
      readonly result: "errored";
      readonly requirement: RequirementId;
      readonly reason: string;
      readonly evidence: readonly number[];
    };

/** One claim about the target: whether it holds, and the words for the case that it does not. */
export interface Claim {
  readonly holds: boolean;
  /** What a conformant target does, completing "expected: ". */
  readonly expected: string;
  /** What this one did, completing "actual: ". */
  readonly actual: string;
  readonly evidence: readonly number[];
  /** Non-trivial instances behind a claim that holds; 1 by default. */
  readonly instances?: number;
  /** What a claim that holds rests on where that is no answer of the target, or why there was no instance. */
  readonly note?: string;
  /** What is worth knowing though the claim holds. */
  readonly remark?: string | undefined;
}

/** The finding for a claim. */
export function claim(requirement: RequirementId, of: Claim): Finding {
  const { holds, expected, actual, evidence, instances = 1, note, remark } = of;
  const noted = {
    ...(note === undefined ? {} : { note }),
    ...(remark === undefined ? {} : { remark }),
  };
  return holds
    ? { result: "held", requirement, instances, evidence, ...noted }
    : { result: "violated", requirement, expected, actual, evidence };
}

/** The finding with the exchanges that may have caused it among its evidence, all in order. */
export function withCause(
  finding: Finding,
  causes: readonly { readonly exchange: number }[],
): Finding {
  const evidence = new Set([...finding.evidence, ...causes.map(({ exchange }) => exchange)]);
  return { ...finding, evidence: [...evidence].toSorted((first, second) => first - second) };
}

/** The finding of a case that could not decide. */
export function undecided(
  requirement: RequirementId,
  reason: string,
  evidence: readonly number[],
): Finding {
  return { result: "undecided", requirement, reason, evidence };
}

/** The finding of a case in which the suite or the connection failed. */
export function errored(
  requirement: RequirementId,
  reason: string,
  evidence: readonly number[],
): Finding {
  return { result: "errored", requirement, reason, evidence };
}
