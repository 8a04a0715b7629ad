/** An operation on one object. `cas` is a conditional write, `put` an unconditional one. */
export const operationKinds = ["read", "cas", "put", "create", "delete"] as const;

export type OperationKind = (typeof operationKinds)[number];

/**
 * The outcome of an operation. A `failed` operation had no effect and provides no other information. An `unknown` one
 * may have taken effect at any time after its invocation, or never.
 */
export const operationOutcomes = [
  "ok",
  "conflict",
  "not-found",
  "exists",
  "failed",
  "unknown",
] as const;

export type OperationOutcome = (typeof operationOutcomes)[number];

export const watchEventTypes = [
  "open",
  "ADDED",
  "MODIFIED",
  "DELETED",
  "BOOKMARK",
  "expired",
  "close",
] as const;

export type WatchEventType = (typeof watchEventTypes)[number];

/**
 * Whether version tokens are ordered. `comparable`: decimal numbers of one sequence over all objects. `opaque`: tokens
 * can only be compared for equality.
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

/** One operation. `invoke` and `return` are times of the same clock. Operations with equal times are concurrent. */
export interface OperationLine {
  readonly kind: "operation";
  readonly operation: OperationKind;
  readonly outcome: OperationOutcome;
  readonly object: string;
  readonly client: string;
  readonly invoke: number;
  /** Absent if and only if the outcome is unknown. */
  readonly return?: number | undefined;
  /** The expected version of a conditional write or a delete. */
  readonly precondition?: string | undefined;
  readonly version?: string | undefined;
  /** The uid in the response; for a delete, the uid in the request. */
  readonly uid?: string | undefined;
  /** Identifies the content. A nonce in it also identifies the write that stored it. */
  readonly value?: string | undefined;
}

/** An event, bookmark, opening or close of a watch. */
export interface WatchLine {
  readonly kind: "watch";
  readonly watch: string;
  readonly event: WatchEventType;
  readonly time: number;
  /** The object of an event. For `open`, the only watched object, if the watch is limited to one. */
  readonly object?: string | undefined;
  /** For `open`, the only watched namespace, if the watch is limited to one. The namespace of `a/b` is `a`. */
  readonly namespace?: string | undefined;
  /**
   * The version of an event or bookmark. For `open`, the version after which the watch starts. For `close`, the version
   * up to which every change must have been delivered.
   */
  readonly version?: string | undefined;
  readonly uid?: string | undefined;
  readonly value?: string | undefined;
}

export type HistoryLine = InitialLine | OperationLine | WatchLine;

/** States before the first operation, one row per existing object. Absent strings are -1. */
export interface InitialColumns {
  readonly count: number;
  readonly object: Int32Array;
  readonly version: Int32Array;
  readonly uid: Int32Array;
  readonly value: Int32Array;
  readonly line: Int32Array;
}

/** Operations, one row each. Kinds and outcomes are indexes into their lists. Absent strings are -1. */
export interface OperationColumns {
  readonly count: number;
  readonly kind: Int32Array;
  readonly outcome: Int32Array;
  readonly object: Int32Array;
  readonly client: Int32Array;
  readonly invoke: Float64Array;
  /** Infinity for an unknown outcome. */
  readonly return: Float64Array;
  readonly precondition: Int32Array;
  readonly version: Int32Array;
  readonly uid: Int32Array;
  readonly value: Int32Array;
  readonly line: Int32Array;
}

/** Lines about watches, one row each. Types are indexes into their list. Absent strings are -1. */
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

export interface HistoryTexts {
  readonly objects: readonly string[];
  readonly clients: readonly string[];
  readonly versions: readonly string[];
  readonly uids: readonly string[];
  readonly values: readonly string[];
  readonly watches: readonly string[];
  readonly namespaces: readonly string[];
}

/** A recorded history in columns: one typed array per field, with strings replaced by numbers. */
export interface History {
  readonly versions: VersionOrder;
  readonly initials: InitialColumns;
  readonly operations: OperationColumns;
  readonly watches: WatchColumns;
  readonly texts: HistoryTexts;
}
