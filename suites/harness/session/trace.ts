import type { Command, ObjectKey, Outcome, WatchCommand, WatchEnd, WatchEvent } from "#contract";
import type { Exchange, WireReply, WireRequest } from "#targets";

/** One command of a run, what was sent, what came back and how that reads. Times in milliseconds since the start. */
export interface ExchangeTrace {
  readonly line: "exchange";
  readonly exchange: number;
  /** The case that asked; `run` for what the suite does for itself. */
  readonly case: string;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly command: Command;
  readonly outcome: Outcome;
  /** Why the schema of the target refuses the request. Absent: it fits, or the schema is not known. */
  readonly misfit?: string;
  /** On a refusal as invalid: what the write carries is a sample that is declared valid. */
  readonly isSample?: true;
  readonly request?: WireRequest;
  readonly reply?: WireReply;
}

/** A watch was asked for. */
export interface WatchTrace {
  readonly line: "watch";
  readonly exchange: number;
  readonly case: string;
  readonly startedMs: number;
  readonly command: WatchCommand;
  readonly request: WireRequest;
}

/** A watch delivered an event. */
export interface EventTrace {
  readonly line: "event";
  readonly exchange: number;
  readonly arrivedMs: number;
  readonly event: WatchEvent;
}

/** A watch ended. */
export interface WatchEndTrace {
  readonly line: "watch-end";
  readonly exchange: number;
  readonly endedMs: number;
  readonly end: WatchEnd;
}

/**
 * An object that the run is about to create (written before the request), or has removed. `not-created`
 * takes an announcement back: what has the key, if anything, is not the run's.
 */
export interface FixtureTrace {
  readonly line: "fixture";
  readonly event: "creating" | "not-created" | "removed" | "left-behind";
  readonly key: ObjectKey;
  /** The name was drawn for this run, so that no other client uses it. Absent if it may be known to others. */
  readonly isDrawn?: true;
  /** Shows, where the record was written, that it was written there. Absent: nothing shows it. */
  readonly seal?: string;
}

/** Everything the harness reports while it drives. */
export type Trace = ExchangeTrace | WatchTrace | EventTrace | WatchEndTrace | FixtureTrace;

/** Receives traces in the order in which things happened. Must not throw. */
export type TraceSink = (trace: Trace) => void;

/** A command that was sent, and all that came of it. Times in milliseconds since the run started. */
export interface LeanExchange extends Exchange {
  readonly command: Command;
  readonly startedMs: number;
  readonly endedMs: number;
}
