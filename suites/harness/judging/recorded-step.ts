import { describeKey, describeOutcome, memoized } from "#contract";
import type {
  Command,
  JsonValue,
  Outcome,
  Refusal,
  RefusalReason,
  Resource,
  WatchCommand,
  WatchEnd,
  WatchEvent,
} from "#contract";

/** One command of a check and its result. Times are milliseconds since the run started. */
export interface Step<C extends Command = Command> {
  /** Number of the exchange in the record. */
  readonly exchange: number;
  readonly command: C;
  readonly outcome: Outcome;
  /**
   * Why the target's schema rejects the request for every caller. Absent if the request matches, or the schema is
   * unknown.
   */
  readonly misfit?: string;
  /** Why a list may lack objects: it changed while its pages were read. Absent for all other lists. */
  readonly partial?: string;
  /** The request and the response as sent. Only if the check requested them and there was a response. */
  readonly wire?: StepWire;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** What a step sent and received, with credentials redacted. */
interface StepWire {
  readonly variables: JsonValue;
  readonly body: JsonValue;
}

/** An event with its arrival time, in milliseconds since the run started. */
export type SeenEvent = WatchEvent & { readonly arrivedMs: number };

/** The events that a watch delivered. */
export interface WatchObservation {
  /** Number of the exchange that opened the watch. */
  readonly exchange: number;
  readonly command: WatchCommand;
  readonly events: readonly SeenEvent[];
  /** Absent if the watch was still open. */
  readonly end?: WatchEnd;
  /** Whether the sentinel, which is written last, was delivered. If so, no event is pending. */
  readonly reached: boolean;
}

/** Returns the object that an accepted step returned, or undefined if the step was rejected or returned no object. */
export function objectOf(step: Step): Resource | undefined {
  return step.outcome.result === "object" ? step.outcome.object : undefined;
}

/**
 * Whether the object that a step returned contains a string outside its managed fields. A server may record the manager
 * of a field that it drops.
 */
export function showsText(step: Step, text: string): boolean {
  const object = objectOf(step);
  return object !== undefined && textWithoutManagers(object).includes(text);
}

/** Cached, because the self-check of a judge changes one of many objects at a time. */
const textWithoutManagers = memoized((object: Resource): string => {
  const { managedFields: _managers, ...metadata } = object.metadata;
  return JSON.stringify({ ...object, metadata });
});

/** Returns the rejection of a step, or undefined if the step was not rejected. */
export function refusalOf(step: Step): Refusal | undefined {
  return step.outcome.result === "refused" ? step.outcome.refusal : undefined;
}

/** Returns the reasons other than the given ones for which the target returns the same rejection. */
export function otherMeanings(
  { reason, alsoFor = [] }: Pick<Refusal, "alsoFor" | "reason">,
  reasons: readonly RefusalReason[],
): readonly RefusalReason[] {
  return [reason, ...alsoFor].filter((meaning) => !reasons.includes(meaning));
}

/**
 * Whether a step was rejected as stale. The target may return the same response for other reasons, such as a missing
 * object, so the caller must rule these out.
 */
export function isConflict(step: Step): boolean {
  const refusal = refusalOf(step);
  return refusal?.reason === "conflict" || refusal?.alsoFor?.includes("conflict") === true;
}

/** Whether the target reported success. */
export function isAccepted(step: Step): boolean {
  return ["object", "list", "done"].includes(step.outcome.result);
}

/**
 * Whether exactly one of several competing writes was accepted and all others were rejected. Only the reasons of the
 * rejections can then be wrong.
 */
export function isWonByOne(writes: readonly Step[]): boolean {
  const refused = writes.filter((write) => refusalOf(write) !== undefined);
  return writes.filter(isAccepted).length === 1 && refused.length === writes.length - 1;
}

export function isHidden(step: Step): boolean {
  return !isAccepted(step) && refusalOf(step)?.reason !== "notFound";
}

/** Whether the target has an operation for the command. Otherwise nothing was sent. */
export function isSent(step: Step): boolean {
  return step.outcome.result !== "unsupported";
}

/** Explains why the outcome of a step is unknown. Returns undefined if the outcome is known. */
export function failureOf(step: Step): string | undefined {
  return step.outcome.result === "unknown" ? describeOutcome(step.outcome) : undefined;
}

/** Formats a step on one line: `controller updateStatus Service default/a: refused as conflict …`. */
export function describeStep(step: Step): string {
  const { identity, verb, via } = step.command;
  const what = step.command.verb === "list" ? step.command.kind : describeKey(step.command.key);
  const how = via === undefined ? verb : `${verb} (${via})`;
  return `${identity} ${how} ${what}: ${describeOutcome(step.outcome)}`;
}
