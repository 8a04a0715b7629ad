import type { JsonObject, ObjectKey, Resource } from "#contract";
import type { Identity, Verb } from "./identities.ts";
import type { Kind } from "./kinds.ts";
import type { Shape } from "./shapes.ts";
import type { PatchOperation } from "../values/read-json-patch.ts";
import type { Cause, Refusal } from "../values/refusal.ts";

/** The object itself (`""`), or its status. */
export type Subresource = "" | "status";

/** Whether an operation belongs to one kind, or serves all of them with boxed JSON. */
export type Way = "typed" | "generic";

/** Over what a request came: one HTTP reply, a WebSocket, or a stream of server-sent events. */
export type Channel = "http" | "socket" | "events";

/** What a caller showed, before it is known who that is. */
export interface Credential {
  /** The text after `Bearer `, or the whole header if it has another form. Absent without a credential. */
  readonly token?: string | undefined;
  readonly channel: Channel;
  /** How the client names itself. A right rule does not look at it. */
  readonly userAgent?: string | undefined;
  readonly operation: "query" | "mutation" | "subscription";
}

/** Who asks, and how. */
export interface Caller {
  readonly identity: Identity;
  readonly channel: Channel;
}

/** What is to be permitted or denied. */
export interface Access extends Caller {
  readonly verb: Verb;
  /** As the caller wrote it: it may name no served kind. */
  readonly kind: string;
  readonly subresource: Subresource;
  /** Absent for all namespaces, or a cluster-scoped kind. */
  readonly namespace?: string | undefined;
  /** Absent for a list or a watch. */
  readonly name?: string | undefined;
  readonly way: Way;
  /** Whether the named object is stored. A right rule does not look at it. */
  readonly exists: boolean;
}

/** What a write carries. */
export interface Content {
  /** The spec, cut to the fields that the kind defines. Absent where none was sent. */
  readonly spec?: JsonObject;
  /**
   * The status, cut to the fields that the kind defines, with its nulls. Absent where none was sent;
   * null where it is to be removed as a whole.
   */
  readonly status?: JsonObject | null;
  /** Absent if not sent. Null: to be cleared. */
  readonly labels?: Readonly<Record<string, string>> | null;
  /** Absent if not sent. Null: to be cleared. */
  readonly annotations?: Readonly<Record<string, string>> | null;
  /** Absent if not sent. Null: to be cleared. */
  readonly finalizers?: readonly string[] | null;
  /** The operations of a JSON patch. The status is known when they have been carried out. */
  readonly operations?: readonly PatchOperation[];
  /** The written body (spec or status) as it was sent, foreign and unknown fields included. */
  readonly submitted: JsonObject;
  /** Fields that the write has no place for: next to its regular fields, or at the top of the body. */
  readonly foreign: { readonly beside: JsonObject; readonly inside: JsonObject };
  /** What is wrong with the form, the foreign fields included. */
  readonly causes: readonly Cause[];
}

/**
 * What a submitted status is to the stored one. `partial` changes the fields that it names, `replace`
 * takes its place; `merge`, `json` and `apply` are the forms of patches. Writes of anything but a status
 * are `partial`.
 */
export type WriteForm = "partial" | "replace" | "merge" | "json" | "apply";

/** How a write is to be carried out. Texts stand as they were sent. */
export interface RequestOptions {
  readonly isDryRun: boolean;
  /** Absent where none was named. */
  readonly fieldManager?: string | undefined;
  /** `STRICT` where nothing was sent. */
  readonly fieldValidation: string;
  readonly force: boolean;
}

/** One write of one object, by whichever mutation and channel it came. */
export interface WriteRequest extends Caller {
  readonly verb: "create" | "update" | "delete" | "updateStatus";
  readonly form: WriteForm;
  readonly options: RequestOptions;
  readonly kind: Kind;
  readonly key: ObjectKey;
  readonly way: Way;
  /** Absent where the request named none; the empty text is not the same. */
  readonly resourceVersion?: string | undefined;
  readonly uid?: string | undefined;
  readonly content: Content;
  /** Fits a status to the kind, for the forms in which it is known only with the object. */
  readonly statusShape: Shape | undefined;
  /** False where GraphQL has refused the request already: the answer is open, the refusal is not. */
  readonly mayCommit: boolean;
}

/** What must be decided before a write, and the write itself. */
export type WriteStep =
  | "authorization"
  | "existence"
  | "precondition"
  | "validation"
  | "ownership"
  | "commit";

/** What a write makes of an object. `before` is absent on creation, `after` on removal. */
export interface Change {
  readonly request: WriteRequest;
  readonly before?: Resource | undefined;
  readonly after?: Resource | undefined;
}

/** How a write ended. */
export type WriteOutcome =
  | {
      readonly result: "committed";
      readonly request: WriteRequest;
      readonly version: number;
      /** Absent on creation. */
      readonly before?: Resource | undefined;
      /** The stored object; on removal its last state, with the version of the removal. */
      readonly after: Resource;
      /** Whether the object is gone: by a deletion, or by the write that took its last finalizer. */
      readonly isRemoval: boolean;
    }
  | {
      /** A dry run: nothing was stored. */
      readonly result: "tried";
      readonly request: WriteRequest;
      readonly before?: Resource | undefined;
      /** What would have been stored; on removal the last state. */
      readonly after: Resource;
    }
  | { readonly result: "unchanged"; readonly request: WriteRequest; readonly stored: Resource }
  | {
      readonly result: "refused";
      readonly request: WriteRequest;
      readonly refusal: Refusal;
      readonly stored?: Resource;
    };

/** The two latest states of one stored object. */
export interface StoredStates {
  readonly current: Resource;
  readonly previous?: Resource | undefined;
  /** Whether the current status is the default of the kind, without a report. */
  readonly hasDefaultStatus?: boolean;
}

/** What a list or a watch is limited to. */
export interface Filter {
  readonly kind: string;
  /** Absent for all namespaces. */
  readonly namespace?: string;
  /** Absent for any labels. */
  readonly selector?: Readonly<Record<string, string>>;
}

/** One change of one kind in the watch log. */
export interface LogEntry {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly version: number;
  readonly object: Resource;
  /** The state that was replaced or deleted. Absent on creation. */
  readonly before?: Resource;
}

/** What the watch log still knows of one kind. */
export interface LogRange {
  /** The newest version that is no longer retained: a watch may start here, and not before. */
  readonly oldest: number;
  /** The newest version of the server. */
  readonly newest: number;
}

/** What a watch was asked for. */
export interface WatchRequest {
  readonly caller: Caller;
  readonly filter: Filter;
  /** The version that the request named. Absent where it named none. */
  readonly cursor?: string;
  /** Whether it wants to be told how far it has come. */
  readonly bookmarks: boolean;
  /** Whether the watch requests the current state first. Then there is no cursor. */
  readonly initialEvents: boolean;
}

/** One open watch. */
export interface Watcher extends WatchRequest {
  /** Counts the watches of the server, from 1. */
  readonly id: number;
}
