import type { RegisterOperation } from "#checker";
import type { JsonObject } from "#contract";

/** The type of a record in a change stream. A `snapshot` contains a state, not a change. */
export const changeKinds = ["create", "update", "delete", "snapshot"] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** One event of a change stream. */
export interface RowChange {
  readonly kind: ChangeKind;
  readonly line: number;
  /** The stream that delivered the change: a topic and partition, or a server. */
  readonly stream: string;
  readonly object: string;
  /** Identifies the change, if the source numbers changes. */
  readonly version?: string;
  /** Position in the log of the source. Positions in one `log` can be compared. */
  readonly place?: ChangePlace;
  /** The states before and after the change, if the stream contains them. */
  readonly before?: JsonObject;
  readonly after?: JsonObject;
}

/** A position in the log of a source, compared number by number. */
export interface ChangePlace {
  readonly log: string;
  readonly at: readonly number[];
}

/** A record from the reader of a history: an operation on a register, a change to a row, or a whole history. */
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
