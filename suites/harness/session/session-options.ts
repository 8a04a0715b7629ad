import type { Limits } from "#contract";
import type { Target } from "#targets";
import type { Effort } from "../step/effort.ts";
import type { TraceSink } from "./trace.ts";

/** What a run gives its session. */
export interface SessionOptions {
  readonly target: Target;
  readonly limits: Limits;
  readonly seed: number;
  /** The usual one by default. */
  readonly effort?: Effort;
  /** Unique to the run; the names of what it creates depend on it. */
  readonly run: string;
  /** What the names of all that it creates start with. Absent: nothing that a server could know. */
  readonly namePrefix?: string;
  /** How many sequences of properties may be under way, at least 1. Asked again and again. */
  readonly sequencesAtOnce: () => number;
  /** How many objects are removed at once, at least 1. Absent: as many as hide the latency of a slow endpoint. */
  readonly removalsAtOnce?: number;
  readonly trace: TraceSink;
  /** Milliseconds since the run started. */
  readonly now: () => number;
  /** How many writes are sent at most, beside those that remove what was created. Unlimited by default. */
  readonly mostWrites?: number;
  /** The number after which exchanges are counted; 0 by default. */
  readonly exchangesBefore?: number;
  /** Aborts everything that the session waits for, its shared watches included. */
  readonly signal: AbortSignal;
}
