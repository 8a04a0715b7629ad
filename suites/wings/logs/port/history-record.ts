import type { RegisterOperation } from "#checker";
import type { JsonObject } from "#contract";

/**
 * A `snapshot` contains a state, not a change. `present` contains a state that may be a creation, or the first state
 * after the stream was interrupted, like ADDED on a watch.
 */
export const changeKinds = ["create", "update", "delete", "snapshot", "present"] as const;

export type ChangeKind = (typeof changeKinds)[number];

export interface RowChange {
  readonly kind: ChangeKind;
  readonly line: number;
  /** The stream that delivered the change: a topic and partition, or a server. */
  readonly stream: string;
  readonly object: string;
  readonly version?: string;
  /** Position in the log of the source. Positions in one `log` can be compared. */
  readonly place?: ChangePlace;
  readonly before?: JsonObject;
  readonly after?: JsonObject;
}

/** A position in the log of a source, compared number by number. */
export interface ChangePlace {
  readonly log: string;
  readonly at: readonly number[];
}

export type HistoryRecord =
  | { readonly about: "register"; readonly operation: RegisterOperation }
  | { readonly about: "row"; readonly change: RowChange }
  | RecordedHistory;

export interface RecordedHistory {
  readonly about: "history";
  readonly name: string;
  readonly text: string;
}

/** The object of a record, or the name of a whole history. */
export function objectOfRecord(record: HistoryRecord): string {
  if (record.about === "history") return record.name;
  return record.about === "row" ? record.change.object : record.operation.operation.object;
}

/** Lines that can be read in order, and then by index: an array, or a file. */
export interface StoredLines extends Iterable<string> {
  at(position: number): string | undefined;
}
