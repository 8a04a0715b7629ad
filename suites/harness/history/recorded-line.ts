import { parseHistory } from "#checker";
import type {
  History,
  OperationKind,
  OperationOutcome,
  VersionOrder,
  WatchEventType,
} from "#checker";

/** The first line of a recorded history, in the format of `check-history`. */
export interface RecordedHeader {
  readonly history: 1;
  readonly versions: VersionOrder;
}

/**
 * One operation. `invoke` and `return` are counter values of the recorder; times are milliseconds since the run
 * started.
 */
export interface RecordedOperation {
  readonly op: OperationKind;
  readonly object: string;
  readonly client: string;
  readonly invoke: number;
  /** Absent if and only if the outcome is unknown. */
  readonly return?: number;
  readonly outcome: OperationOutcome;
  readonly precondition?: string;
  readonly version?: string;
  readonly uid?: string;
  readonly value?: string;
  /** The current version of the object according to the response. Only for conflicts. */
  readonly current?: string;
  readonly startedMs: number;
  readonly endedMs?: number;
}

/** A line about a watch. `time` is a counter value of the recorder. */
export interface RecordedEvent {
  readonly watch: string;
  readonly event: WatchEventType;
  readonly time: number;
  /** The version after which the watch starts. Only for `open`. */
  readonly after?: string;
  /** The version up to which every change must have been delivered. Only for `close`. */
  readonly due?: string;
  readonly object?: string;
  readonly version?: string;
  readonly uid?: string;
  readonly value?: string;
  /** Milliseconds since the run started. */
  readonly arrivedMs: number;
}

export type RecordedLine = RecordedHeader | RecordedOperation | RecordedEvent;

export function historyText(lines: readonly RecordedLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function readRecorded(lines: readonly RecordedLine[]): History {
  return parseHistory(historyText(lines));
}
