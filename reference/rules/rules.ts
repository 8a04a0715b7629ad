import type { ExecutionResult } from "graphql";
import type { JsonObject, ObjectKey, Resource, WatchEvent } from "#contract";
import type { Identity } from "../kinds/demo-identities.ts";
import type { Kind } from "../kinds/demo-kinds.ts";
import type { Cause, Refusal, ReportedRefusal } from "../values/refusal.ts";
import type {
  Access,
  Addressed,
  Change,
  Credential,
  Filter,
  LogEntry,
  LogRange,
  StoredStates,
  Watcher,
  WriteOutcome,
  WriteRequest,
  WriteStep,
} from "../kinds/store-requests.ts";
import type { StatusRules } from "./status-rules.ts";
import type { WireRules } from "./wire-rules.ts";

/**
 * Every decision of the server, as small functions. `correctRules` contains the correct ones, and a fault replaces some
 * of them. The store, the watch log and the endpoint hold the state and call the rules. All functions are synchronous
 * and pure unless documented otherwise. Rules never call one another: the server passes the result of one rule to the
 * next, so that replacing a rule has no other effect.
 */
export interface Rules
  extends RequestRules, WriteRules, StatusRules, ReadRules, WatchRules, WireRules {}

export interface RequestRules {
  /** Adjusts the canonical schema before the server is built. The correct rule returns the schema unchanged. */
  readonly schema: (sdl: string) => string;
  /** Whether a kind's status can be written. The correct rule follows the definition of the kind. */
  readonly servesStatus: (kind: Kind) => boolean;
  /** Authenticates a caller. Called for every operation other than introspection. */
  readonly authenticate: (credential: Credential) => Identity | Refusal;
  /** Authorizes an access. Called for every read, write and watch. Returns undefined to permit the access. */
  readonly authorize: (access: Access) => Refusal | undefined;
  /**
   * Returns the key under which to look up the object of a read or a write. The correct rule returns the key of the
   * request. `stored` returns the keys of all objects.
   */
  readonly locate: (addressed: Addressed, stored: () => readonly ObjectKey[]) => ObjectKey;
  readonly report: (refusal: Refusal) => ReportedRefusal;
  /**
   * Processes a complete response to a query or mutation, or the error of a watch that could not be opened. A promise
   * delays the response. The correct rule returns the response unchanged.
   */
  readonly respond: (result: ExecutionResult) => ExecutionResult | Promise<ExecutionResult>;
  /** The HTTP status of a complete response over HTTP. The correct rule returns 200 for every response. */
  readonly httpStatus: (result: ExecutionResult) => number;
}

/** Rules for writing objects. `stored` is the current state, or undefined if there is none. */
export interface WriteRules {
  /**
   * The steps of a write, in order. The first refusal stops the write. Omitted steps are skipped. A step after `commit`
   * can still reject the write, but the object is already stored.
   */
  readonly writeSteps: (request: WriteRequest) => readonly WriteStep[];
  /** The step `existence`. Rejects changes to missing objects, and the creation of existing ones. */
  readonly existence: (request: WriteRequest, stored: Resource | undefined) => Refusal | undefined;
  /** The step `precondition`, which checks the version and the uid. */
  readonly precondition: (
    request: WriteRequest,
    stored: Resource | undefined,
  ) => Refusal | undefined;
  /**
   * The step `validation`. Returns an empty list for valid content. `after` is the object to store, with defaults. It
   * is undefined if the write removes the object.
   */
  readonly validate: (
    request: WriteRequest,
    stored: Resource | undefined,
    after: Resource | undefined,
  ) => readonly Cause[];
  /**
   * Called at the start of `commit`. With a promise, the server handles other requests between the checks and the
   * commit.
   */
  readonly beforeCommit: (request: WriteRequest) => Promise<void> | undefined;
  /**
   * Creates the object, without version or generation. Also called for a write to a missing object, if no step has
   * rejected it.
   */
  readonly createObject: (
    request: WriteRequest,
    stamp: { readonly uid: string; readonly creationTimestamp: string },
  ) => Resource;
  /** The key under which a write stores an object that was found under `found`. The correct rule returns `found`. */
  readonly storeUnder: (request: WriteRequest, found: ObjectKey) => ObjectKey;
  /** Applies a spec write. The server sets the version and the generation afterwards. */
  readonly updateObject: (request: WriteRequest, stored: Resource) => Resource;
  /**
   * Applies a status write. `status` comes from `mergeStatus`, `replaceStatus` or `applyStatus`. The server sets the
   * version and the generation afterwards.
   */
  readonly updateStatus: (request: WriteRequest, stored: Resource, status: JsonObject) => Resource;
  readonly mergeStatus: (stored: JsonObject | undefined, submitted: JsonObject) => JsonObject;
  /** Adds the kind's defaults. Called for every object that a write creates or changes. */
  readonly applyDefaults: (request: WriteRequest, written: Resource) => Resource;
  /** Returns the object after an accepted delete request: terminating, or undefined if it is removed immediately. */
  readonly terminatingObject: (
    request: WriteRequest,
    stored: Resource,
    deletionTimestamp: string,
  ) => Resource | undefined;
  /** Whether a changed object is terminating and has no finalizers left, so that it is removed instead of stored. */
  readonly isFinished: (request: WriteRequest, after: Resource) => boolean;
  /** The kind that a stored definition adds, if any. `served` is the preceding version of the kind. */
  readonly definedKind: (kind: Kind, served: Kind | undefined) => Kind | undefined;
  /** The last state of a deleted object, as returned to the caller and sent to watches. */
  readonly deletedObject: (stored: Resource, version: string) => Resource;
  /** Whether a write changes nothing, so that it is not stored. */
  readonly isNoOp: (request: WriteRequest, before: Resource, after: Resource) => boolean;
  /** The version of the next change, given the newest version. */
  readonly nextVersion: (newest: number, change: Change) => number;
  /** The generation of a created or changed object. `change.after` is always present. */
  readonly generation: (change: Change) => number;
  readonly allocateUid: (key: ObjectKey) => string;
  readonly reply: (request: WriteRequest, stored: Resource) => Resource;
  /** The response to a rejected write: the refusal, or an object, as if the write had been accepted. */
  readonly refused: (
    request: WriteRequest,
    refusal: Refusal,
    stored: Resource | undefined,
  ) => Refusal | Resource;
  /**
   * Decides how a controller reacts to a client's write. Returns a function that changes the stored object, or removes
   * it by returning undefined; it runs in a later turn of the event loop. Returns undefined if no controller reacts.
   */
  readonly followUp: (
    request: WriteRequest,
    written: Resource,
  ) => ((stored: Resource) => Resource | undefined) | undefined;
  /** Milliseconds until the reaction to a write. With 0, the reaction follows in the next turn of the event loop. */
  readonly followUpMs: (request: WriteRequest) => number;
}

export interface ReadRules {
  /** Returns the result of a read. Undefined reports the object as missing. */
  readonly read: (access: Access, states: StoredStates | undefined) => Resource | undefined;
  /** Returns the list item for a stored object, to which the filter then applies. Undefined omits the object. */
  readonly listed: (access: Access, states: StoredStates) => Resource | undefined;
  readonly listVersion: (newest: number) => string;
  readonly selects: (filter: Filter, object: Resource, use: "list" | "watch") => boolean;
}

export interface WatchRules {
  /**
   * Returns the log entries of a write. Also called for rejected writes, writes without a change, and dry runs, which a
   * correct server does not log.
   */
  readonly announce: (outcome: WriteOutcome) => readonly LogEntry[];
  /**
   * The version after which a watch starts. `cursor` is absent if the request contains none. `range` is the range of
   * the watched kind.
   */
  readonly startAfter: (cursor: string | undefined, range: LogRange) => number | Refusal;
  /**
   * The initial events, for a watch that requested them. `objects` are the objects that the filter selects, and
   * `newest` is the server's newest version.
   */
  readonly initialEvents: (
    objects: readonly Resource[],
    newest: number,
    watcher: Watcher,
  ) => readonly WatchEvent[];
  /** The retained entries of the watched kind that a new watch replays. They are filtered afterwards. */
  readonly replay: (
    retained: readonly LogEntry[],
    after: number,
    watcher: Watcher,
  ) => readonly LogEntry[];
  /** The event with which a watch reports a change. `selects` applies the filter of the watch to a state. */
  readonly eventFor: (
    entry: LogEntry,
    selects: (object: Resource) => boolean,
    watcher: Watcher,
  ) => WatchEvent | undefined;
  /**
   * The bookmark of a watch, or undefined for none. All events up to the version `newest` have been delivered. Called
   * for every watch some time after it opens, and after changes.
   */
  readonly bookmark: (newest: number, watcher: Watcher) => WatchEvent | undefined;
  /**
   * Delivers one event by calling `send`. The correct rule calls it exactly once, synchronously. Called for initial,
   * replayed and new events, in the order of changes, and for bookmarks. `send` has no effect once the watch is closed.
   */
  readonly deliver: (
    event: WatchEvent,
    watcher: Watcher,
    send: (event: WatchEvent) => void,
  ) => void;
  /** Whether the server closes a watch without an error after delivering an event. */
  readonly isOver: (event: WatchEvent, watcher: Watcher) => boolean;
  /** Maximum number of events that can wait for a slow reader, given the limit of the server. */
  readonly mostQueued: (limit: number) => number;
  /**
   * The error with which to close a watch whose reader is too slow. Undefined skips the event and continues the watch.
   */
  readonly overflow: (watcher: Watcher) => Refusal | undefined;
}
