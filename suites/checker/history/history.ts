/** What a client can do to one object. `cas` is a conditional write, `put` an unconditional one. */
export const operationKinds = ["read", "cas", "put", "create", "delete"] as const;

/** One of {@link operationKinds}. */
export type OperationKind = (typeof operationKinds)[number];

/**
 * How an operation ended. `failed` certainly had no effect and says nothing else; `unknown` may have
 * taken effect at any time after its invocation, or never.
 */
export const operationOutcomes = [
  "ok",
  "conflict",
  "not-found",
  "exists",
  "failed",
  "unknown",
] as const;

/** One of {@link operationOutcomes}. */
export type OperationOutcome = (typeof operationOutcomes)[number];

/** What a line about a watch tells. */
export const watchEventTypes = [
  "open",
  "ADDED",
  "MODIFIED",
  "DELETED",
  "BOOKMARK",
  "expired",
  "close",
] as const;

/** One of {@link watchEventTypes}. */
export type WatchEventType = (typeof watchEventTypes)[number];

/**
 * Whether version tokens carry an order. `comparable`: decimal numbers of one sequence that grows
 * over all objects. `opaque`: equality is all there is.
 */
export type VersionOrder = "comparable" | "opaque";

/** State of an object before the first operation. An object without such a line was absent. */
export interface InitialLine {
  readonly kind: "initial";
  readonly object: string;
  readonly version: string;
  readonly uid?: string | undefined;
  readonly value?: string | undefined;
}

/** One operation. `invoke` and `return` are read from one clock; equal stamps are concurrent. */
export interface OperationLine {
  readonly kind: "operation";
  readonly operation: OperationKind;
  readonly outcome: OperationOutcome;
  readonly object: string;
  readonly client: string;
  readonly invoke: number;
  /** Absent if and only if the outcome is unknown. */
  readonly return?: number | undefined;
  /** The version that a conditional write, or a delete, named. */
  readonly precondition?: string | undefined;
  /** The version that was answered. */
  readonly version?: string | undefined;
  /** The uid that was answered; of a delete, the uid that it named. */
  readonly uid?: string | undefined;
  /** Identifies the content, and through its nonce the write that made it. */
  readonly value?: string | undefined;
}

/** One thing that happened on a watch. */
export interface WatchLine {
  readonly kind: "watch";
  readonly watch: string;
  readonly event: WatchEventType;
  readonly time: number;
  /** Of an event: its object. Of `open`: the only object that is watched. */
  readonly object?: string | undefined;
  /** Of `open`: the only namespace that is watched. Namespace of `a/b` is `a`. */
  readonly namespace?: string | undefined;
  /** Of an event or bookmark: its version. Of `open`: the version after which it starts. Of `close`: everything up to it was due. */
  readonly version?: string | undefined;
  readonly uid?: string | undefined;
  readonly value?: string | undefined;
}

/** One line of a history after its header. */
export type HistoryLine = InitialLine | OperationLine | WatchLine;

/** States before the first operation, one row per object that was present. Absent texts are -1. */
export interface InitialColumns {
  readonly count: number;
  readonly object: Int32Array;
  readonly version: Int32Array;
  readonly uid: Int32Array;
  readonly value: Int32Array;
  readonly line: Int32Array;
}

/** Operations, one row each. Kinds and outcomes are indexes into their lists, absent texts are -1. */
export interface OperationColumns {
  readonly count: number;
  readonly kind: Int32Array;
  readonly outcome: Int32Array;
  readonly object: Int32Array;
  readonly client: Int32Array;
  readonly invoke: Float64Array;
  /** Infinity where the outcome is unknown. */
  readonly return: Float64Array;
  readonly precondition: Int32Array;
  readonly version: Int32Array;
  readonly uid: Int32Array;
  readonly value: Int32Array;
  readonly line: Int32Array;
}

/** Lines about watches, one row each. Types are indexes into their list, absent texts are -1. */
export interface WatchColumns {
  readonly count: number;
  readonly watch: Int32Array;
  readonly event: Int32Array;
  readonly time: Float64Array;
  readonly object: Int32Array;
  readonly namespace: Int32Array;
  readonly version: Int32Array;
  readonly uid: Int32Array;
  readonly value: Int32Array;
  readonly line: Int32Array;
}

/** The texts behind the numbers in the columns. */
export interface HistoryTexts {
  readonly objects: readonly string[];
  readonly clients: readonly string[];
  readonly versions: readonly string[];
  readonly uids: readonly string[];
  readonly values: readonly string[];
  readonly watches: readonly string[];
  readonly namespaces: readonly string[];
}

/** A recorded history in columns: one typed array per field, texts replaced by numbers. */
export interface History {
  readonly versions: VersionOrder;
  readonly initials: InitialColumns;
  readonly operations: OperationColumns;
  readonly watches: WatchColumns;
  readonly texts: HistoryTexts;
}
