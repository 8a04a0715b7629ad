import type { ExecutionResult } from "graphql";
import type { JsonObject, ObjectKey, Resource, WatchEvent } from "#contract";
import type { Identity } from "../kinds/identities.ts";
import type { Kind } from "../kinds/kinds.ts";
import type { Cause, Refusal, ReportedRefusal } from "../values/refusal.ts";
import type {
  Access,
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
} from "../kinds/requests.ts";
import type { StatusRules } from "./status-rules.ts";
import type { WireRules } from "./wire-rules.ts";

/**
 * Everything that the server decides, as small functions. `correctRules` are the right ones; a fault
 * replaces some of them. The store, the watch log and the endpoint hold the state and ask these.
 *
 * All functions are synchronous and without effects unless they say otherwise. Rules never call each
 * other: the server passes what one rule found to the next, so replacing one changes nothing else.
 */
export interface Rules
  extends RequestRules, WriteRules, StatusRules, ReadRules, WatchRules, WireRules {}

/** How requests are understood, permitted and answered. */
export interface RequestRules {
  /** Adjusts the canonical schema before the server is built from it. The right one keeps it. */
  readonly schema: (sdl: string) => string;
  /** Whether a kind's status can be written. The right one follows the kind. */
  readonly servesStatus: (kind: Kind) => boolean;
  /** Finds out who asks. Called for every operation that is more than introspection. */
  readonly authenticate: (credential: Credential) => Identity | Refusal;
  /** Permits (undefined) or denies. Called for every read, write and watch. */
  readonly authorize: (access: Access) => Refusal | undefined;
  /** Words a refusal for the wire: message, code and the other extensions. */
  readonly report: (refusal: Refusal) => ReportedRefusal;
  /**
   * The last look at a complete reply to a query or mutation, or at an error on opening a watch. A
   * promise delays the reply. The right one passes it on.
   */
  readonly respond: (result: ExecutionResult) => ExecutionResult | Promise<ExecutionResult>;
}

/** How objects are written. `stored` is the state that the write found, undefined where it found none. */
export interface WriteRules {
  /**
   * The steps of a write, in order; the first refusal ends it. Steps that are omitted are not taken;
   * what stands after `commit` can still refuse, when the object is stored already.
   */
  readonly writeSteps: (request: WriteRequest) => readonly WriteStep[];
  /** The step `existence`: missing objects on changes, existing ones on creation. */
  readonly existence: (request: WriteRequest, stored: Resource | undefined) => Refusal | undefined;
  /** The step `precondition`: the version and the uid that the request names, or does not. */
  readonly precondition: (
    request: WriteRequest,
    stored: Resource | undefined,
  ) => Refusal | undefined;
  /**
   * The step `validation`: what is wrong with the content. Nothing: the list is empty. `after` is what
   * would be stored, with its defaults; undefined where nothing of the object would remain.
   */
  readonly validate: (
    request: WriteRequest,
    stored: Resource | undefined,
    after: Resource | undefined,
  ) => readonly Cause[];
  /** Called at the start of `commit`. A promise opens a gap between the checks and the commit. */
  readonly beforeCommit: (request: WriteRequest) => Promise<void> | undefined;
  /**
   * The new object, still without version and generation. Also called for a write to a missing
   * object that no step has refused.
   */
  readonly createObject: (
    request: WriteRequest,
    stamp: { readonly uid: string; readonly creationTimestamp: string },
  ) => Resource;
  /** What an author's write makes of an object; version and generation are set afterwards. */
  readonly updateObject: (request: WriteRequest, stored: Resource) => Resource;
  /** What a status write makes of an object; `status` comes from `mergeStatus`. Version and generation are set afterwards. */
  readonly updateStatus: (request: WriteRequest, stored: Resource, status: JsonObject) => Resource;
  /** Joins the stored status with a submitted one. */
  readonly mergeStatus: (stored: JsonObject | undefined, submitted: JsonObject) => JsonObject;
  /** Fills in what the kind gives by default. Called with every object that a write makes or changes. */
  readonly applyDefaults: (request: WriteRequest, written: Resource) => Resource;
  /** What stays of an object whose deletion is accepted: it waits, or goes at once (undefined). */
  readonly terminatingObject: (
    request: WriteRequest,
    stored: Resource,
    deletionTimestamp: string,
  ) => Resource | undefined;
  /** Whether a changed object has nothing more to wait for, and goes instead of being stored. */
  readonly isFinished: (request: WriteRequest, after: Resource) => boolean;
  /** The kind that is served once its definition is stored. Undefined: none. `served` is the one until then. */
  readonly definedKind: (kind: Kind, served: Kind | undefined) => Kind | undefined;
  /** The last state of a deleted object, as its author and the watches get it. */
  readonly deletedObject: (stored: Resource, version: string) => Resource;
  /** Whether a write changes nothing, and therefore is not stored. */
  readonly isNoOp: (request: WriteRequest, before: Resource, after: Resource) => boolean;
  /** The version of the next change, given the newest one. */
  readonly nextVersion: (newest: number, change: Change) => number;
  /** The generation of a created or changed object. `after` is present. */
  readonly generation: (change: Change) => number;
  /** The uid of a new object. */
  readonly allocateUid: (key: ObjectKey) => string;
  /** The object that an accepted write answers with, given the one that is stored (or was deleted). */
  readonly reply: (request: WriteRequest, stored: Resource) => Resource;
  /** The answer to a refused write: the refusal, or an object as if the write were accepted. */
  readonly refused: (
    request: WriteRequest,
    refusal: Refusal,
    stored: Resource | undefined,
  ) => Refusal | Resource;
}

/** How objects are read. */
export interface ReadRules {
  /** What a read of one object answers with. Undefined: the object is reported as missing. */
  readonly read: (access: Access, states: StoredStates | undefined) => Resource | undefined;
  /** What stands in a list for one stored object that the filter selects. Undefined: nothing. */
  readonly listed: (access: Access, states: StoredStates) => Resource | undefined;
  /** The version of a list, given the newest one. */
  readonly listVersion: (newest: number) => string;
  /** Whether a filter selects an object, for lists and for watches. */
  readonly selects: (filter: Filter, object: Resource, use: "list" | "watch") => boolean;
}

/** How changes reach the watches. */
export interface WatchRules {
  /** What a write puts into the watch log, however it ended. */
  readonly announce: (outcome: WriteOutcome) => readonly LogEntry[];
  /**
   * The version after which a watch delivers. `cursor` is absent where the request named none;
   * `range` is that of the watched kind.
   */
  readonly startAfter: (cursor: string | undefined, range: LogRange) => number | Refusal;
  /**
   * The current state, as a watch that asked for it gets it before everything else. Its filter selects
   * all of `objects`; `newest` is the version of the server.
   */
  readonly initialEvents: (
    objects: readonly Resource[],
    newest: number,
    watcher: Watcher,
  ) => readonly WatchEvent[];
  /** The retained entries of the watched kind that a new watch gets: the filter comes later. */
  readonly replay: (
    retained: readonly LogEntry[],
    after: number,
    watcher: Watcher,
  ) => readonly LogEntry[];
  /** What a watch sees of a change; `selects` says whether its filter selects a state. */
  readonly eventFor: (
    entry: LogEntry,
    selects: (object: Resource) => boolean,
    watcher: Watcher,
  ) => WatchEvent | undefined;
  /**
   * Tells a watch how far it has come, or nothing (undefined). All that it is to see up to the version
   * `newest` was delivered. Called for every watch, a while after a change or after its opening.
   */
  readonly bookmark: (newest: number, watcher: Watcher) => WatchEvent | undefined;
  /**
   * Delivers one event by calling `send`: once and at once, if it is right. Called in the order of
   * the changes, for replayed and for new ones. `send` does nothing once the watch has ended.
   */
  readonly deliver: (
    event: WatchEvent,
    watcher: Watcher,
    send: (event: WatchEvent) => void,
  ) => void;
  /** How a watch ends whose reader is too slow. Undefined: it goes on, without the event. */
  readonly overflow: (watcher: Watcher) => Refusal | undefined;
}
