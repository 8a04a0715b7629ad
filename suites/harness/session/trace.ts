import type { Command, ObjectKey, Outcome, WatchCommand, WatchEnd, WatchEvent } from "#contract";
import type { Exchange, WireReply, WireRequest } from "#targets";

/** One command with its request, response and outcome. Times are in milliseconds since the start of the run. */
export interface ExchangeTrace {
  readonly line: "exchange";
  readonly exchange: number;
  /** The case to which the exchange belongs; `run` for shared work. */
  readonly case: string;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly command: Command;
  readonly outcome: Outcome;
  /** Why the target's schema rejects the request. Absent if the request matches, or the schema is unknown. */
  readonly misfit?: string;
  /** Whether the write contains only a sample that is declared valid. Only for an `invalid` rejection. */
  readonly isSample?: true;
  /** Why a list may lack objects: it has pages that the dialect does not map, or it changed while it was read. */
  readonly partial?: string;
  /** Why it is unknown whether a list in a returned object differs from the sent list or is only arranged otherwise. */
  readonly doubtfulList?: string;
  readonly request?: WireRequest;
  readonly reply?: WireReply;
}

export interface WatchTrace {
  readonly line: "watch";
  readonly exchange: number;
  readonly case: string;
  readonly startedMs: number;
  readonly command: WatchCommand;
  readonly request: WireRequest;
}

export interface EventTrace {
  readonly line: "event";
  readonly exchange: number;
  readonly arrivedMs: number;
  readonly event: WatchEvent;
}

export interface WatchEndTrace {
  readonly line: "watch-end";
  readonly exchange: number;
  readonly endedMs: number;
  readonly end: WatchEnd;
}

/**
 * An object that the run is about to create (written before the request) or has removed. `not-created` retracts an
 * announcement: an object with this key does not belong to the run.
 */
export interface FixtureTrace {
  readonly line: "fixture";
  readonly event: "creating" | "not-created" | "removed" | "left-behind";
  readonly key: ObjectKey;
  /**
   * Whether the name was generated for this run, and is therefore unknown to other clients. Absent if other clients may
   * know the name.
   */
  readonly isDrawn?: true;
  /** HMAC that proves that this user wrote the line. Absent if no key is available. */
  readonly seal?: string;
}

/** The events that the harness reports during a run. */
export type Trace = ExchangeTrace | WatchTrace | EventTrace | WatchEndTrace | FixtureTrace;

/** Receives traces in chronological order. Must not throw. */
export type TraceSink = (trace: Trace) => void;

/** Times are in milliseconds since the start of the run. */
export interface LeanExchange extends Exchange {
  readonly command: Command;
  readonly startedMs: number;
  readonly endedMs: number;
}
