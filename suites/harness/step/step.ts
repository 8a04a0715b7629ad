import { describeKey, describeOutcome } from "#contract";
import type {
  Command,
  Outcome,
  Refusal,
  Resource,
  WatchCommand,
  WatchEnd,
  WatchEvent,
} from "#contract";

/** One command of a check and what became of it. Times are milliseconds since the run started. */
export interface Step<C extends Command = Command> {
  /** Number of the exchange in the record. */
  readonly exchange: number;
  readonly command: C;
  readonly outcome: Outcome;
  /** Why the schema of the target refuses the request for every caller. Absent if it fits or the schema is unknown. */
  readonly misfit?: string;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** An event and when it arrived, in milliseconds since the run started. */
export type SeenEvent = WatchEvent & { readonly arrivedMs: number };

/** What a watch delivered. */
export interface WatchObservation {
  /** Number of the exchange that opened the watch. */
  readonly exchange: number;
  readonly command: WatchCommand;
  readonly events: readonly SeenEvent[];
  /** Absent if the watch was still open. */
  readonly end?: WatchEnd;
  /** Whether a sentinel written after everything else was delivered, so that nothing is still on its way. */
  readonly reached: boolean;
}

/** The object that an accepted step returned; absent where it was refused or returned none. */
export function objectOf(step: Step): Resource | undefined {
  return step.outcome.result === "object" ? step.outcome.object : undefined;
}

/** The refusal of a refused step; absent where it was not refused. */
export function refusalOf(step: Step): Refusal | undefined {
  return step.outcome.result === "refused" ? step.outcome.refusal : undefined;
}

/** Whether the target said that it carried the command out. */
export function isAccepted(step: Step): boolean {
  return ["object", "list", "done"].includes(step.outcome.result);
}

/** Whether a look was refused for another reason than that nothing is there. Then it shows nothing. */
export function isHidden(look: Step): boolean {
  return !isAccepted(look) && refusalOf(look)?.reason !== "notFound";
}

/** Whether there was an operation to carry the command. Otherwise nothing was sent. */
export function isSent(step: Step): boolean {
  return step.outcome.result !== "unsupported";
}

/** The reason why a step says nothing about the target; absent when it does. */
export function failureOf(step: Step): string | undefined {
  return step.outcome.result === "unknown" ? describeOutcome(step.outcome) : undefined;
}

/** A step in one line, for a person: `controller updateStatus Service default/a: refused as conflict …`. */
export function describeStep(step: Step): string {
  const { identity, verb, via } = step.command;
  const what = step.command.verb === "list" ? step.command.kind : describeKey(step.command.key);
  const how = via === undefined ? verb : `${verb} (${via})`;
  return `${identity} ${how} ${what}: ${describeOutcome(step.outcome)}`;
}
