import type {
  AuthoredMetadata,
  AuthoredName,
  JsonObject,
  ObjectKey,
  Resource,
  RootFieldForm,
} from "#contract";
import type { Identity, Verb } from "./demo-identities.ts";
import type { Kind } from "./demo-kinds.ts";
import type { Shape } from "./write-shapes.ts";
import type { PatchOperation } from "../values/read-json-patch.ts";
import type { Cause, Refusal } from "../values/refusal.ts";

/** The object itself (`""`) or its status. */
export type Subresource = "" | "status";

export type OperationStyle = "typed" | "generic";

export type Channel = "http" | "socket" | "events";

export interface Credential {
  /** The string after `Bearer `, or the whole header if it has a different form. Absent if no credential was sent. */
  readonly token?: string | undefined;
  readonly channel: Channel;
  /** The client's `User-Agent` header, which correct rules ignore. */
  readonly userAgent?: string | undefined;
  readonly operation: "query" | "mutation" | "subscription";
}

export interface Caller {
  readonly identity: Identity;
  readonly channel: Channel;
  /** Absent for a plain call of the root field. Ignored by correct rules. */
  readonly rootField?: RootFieldForm | undefined;
}

export interface Access extends Caller {
  readonly verb: Verb;
  /** The kind that the caller sent. It may be unknown. */
  readonly kind: string;
  readonly subresource: Subresource;
  /** The namespace. Absent for a request on all namespaces, or on a cluster-scoped kind. */
  readonly namespace?: string | undefined;
  /** The object's name. Absent for a list or a watch. */
  readonly name?: string | undefined;
  readonly style: OperationStyle;
  /** Whether the named object is stored. Ignored by correct rules. */
  readonly exists: boolean;
}

/** Metadata that an author sends. Null clears a field; an absent field stays unchanged. */
export type SentMetadata = {
  readonly [Name in AuthoredName]?: NonNullable<AuthoredMetadata[Name]> | null;
};

export interface Content extends SentMetadata {
  /** The spec, pruned to the kind's fields. Absent if none was sent. */
  readonly spec?: JsonObject;
  /** The status, pruned to the kind's fields, with nulls. Absent if none was sent. Null removes the status. */
  readonly status?: JsonObject | null;
  readonly operations?: readonly PatchOperation[];
  /** The written body (spec or status) as sent, including foreign and unknown fields. */
  readonly submitted: JsonObject;
  /** Fields that are not allowed: `beside` in the input, and `inside` at the top level of the body. */
  readonly foreign: { readonly beside: JsonObject; readonly inside: JsonObject };
  readonly causes: readonly Cause[];
}

/**
 * How a submitted status changes the stored one. `partial` changes only the submitted fields, and `replace` replaces
 * the whole status. `merge`, `json` and `apply` are patch types. All writes other than status writes are `partial`.
 */
export type WriteForm = "partial" | "replace" | "merge" | "json" | "apply";

export interface RequestOptions {
  readonly isDryRun: boolean;
  /** The field manager. Absent if none was sent. */
  readonly fieldManager?: string | undefined;
  /** The validation mode. `STRICT` if none was sent. */
  readonly fieldValidation: string;
  readonly force: boolean;
}

export interface WriteRequest extends Caller {
  readonly verb: "create" | "update" | "delete" | "updateStatus";
  readonly form: WriteForm;
  readonly options: RequestOptions;
  readonly kind: Kind;
  readonly key: ObjectKey;
  readonly style: OperationStyle;
  /** The expected version. Absent if none was sent; an empty string is a different request. */
  readonly resourceVersion?: string | undefined;
  readonly uid?: string | undefined;
  readonly content: Content;
  /** The shape of the status, for forms in which the resulting status depends on the stored object. */
  readonly statusShape: Shape | undefined;
  /** False if GraphQL has already rejected the request, so that the rules only determine the error. */
  readonly mayCommit: boolean;
}

/** A request for one object. */
export interface Addressed {
  readonly verb: "get" | WriteRequest["verb"];
  readonly key: ObjectKey;
}

export type WriteStep =
  | "authorization"
  | "existence"
  | "precondition"
  | "validation"
  | "ownership"
  | "commit";

export interface Change {
  readonly request: WriteRequest;
  readonly before?: Resource | undefined;
  readonly after?: Resource | undefined;
}

export type WriteOutcome =
  | {
      readonly result: "committed";
      readonly request: WriteRequest;
      readonly version: number;
      /** The object before the write. Absent on creation. */
      readonly before?: Resource | undefined;
      /** The stored object. For a removal, its last state with the version of the removal. */
      readonly after: Resource;
      /** Whether the object was removed, by a delete request or because its last finalizer was removed. */
      readonly isRemoval: boolean;
    }
  | {
      readonly result: "tried";
      readonly request: WriteRequest;
      readonly before?: Resource | undefined;
      /** The object that would have been stored. For a removal, its last state. */
      readonly after: Resource;
    }
  | { readonly result: "unchanged"; readonly request: WriteRequest; readonly stored: Resource }
  | {
      readonly result: "refused";
      readonly request: WriteRequest;
      readonly refusal: Refusal;
      readonly stored?: Resource;
    };

export interface StoredStates {
  readonly current: Resource;
  readonly previous?: Resource | undefined;
  readonly hasDefaultStatus?: boolean;
}

export interface Filter {
  readonly kind: string;
  readonly namespace?: string;
  readonly selector?: Readonly<Record<string, string>>;
}

export interface LogEntry {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly version: number;
  readonly object: Resource;
  /** The state before the change. Absent on creation. */
  readonly before?: Resource;
}

export interface LogRange {
  /** The newest version that is no longer retained. This is the earliest version after which a watch can start. */
  readonly oldest: number;
  readonly newest: number;
}

export interface WatchRequest {
  readonly caller: Caller;
  readonly filter: Filter;
  readonly cursor?: string;
  readonly bookmarks: boolean;
  /** Whether to send the current state first. Cannot be combined with a cursor. */
  readonly initialEvents: boolean;
}

export interface Watcher extends WatchRequest {
  /** The number of the watch, counted from 1. */
  readonly id: number;
  readonly queuedEvents: () => number;
}
