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

/** One operation. `invoke` and `return` count events of the recorder; times are milliseconds since the run started. */
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
  readonly startedMs: number;
  readonly endedMs?: number;
}

/** A watch line. `time` counts events of the recorder. */
export interface RecordedEvent {
  readonly watch: string;
  readonly event: WatchEventType;
  readonly time: number;
  /** For `open`: the version after which it starts. */
  readonly after?: string;
  /** For `close`: everything up to this version was due. */
  readonly due?: string;
  readonly object?: string;
  readonly version?: string;
  readonly uid?: string;
  readonly value?: string;
  /** Milliseconds since the run started. */
  readonly arrivedMs: number;
}

/** One line of a recorded history. */
export type RecordedLine = RecordedHeader | RecordedOperation | RecordedEvent;

/** A recorded history as the text of a file, one line per operation and event. */
export function historyText(lines: readonly RecordedLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function readRecorded(lines: readonly RecordedLine[]): History {
  return parseHistory(historyText(lines));
}
