import type { IdentityName } from "./identities.ts";
import type { ResourceVersion, Uid } from "./ids.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { ObjectKey } from "./resources.ts";

/**
 * Fields that do not belong into a write, sent along on purpose. `beside` puts them next to the
 * regular fields of the request (where an input type has its fields), `inside` puts them into the
 * body that is written (the submitted status, or the submitted spec).
 */
export interface ForeignMembers {
  readonly place: "beside" | "inside";
  readonly members: JsonObject;
  /**
   * One of the places that the target describes, by its path in the request. The only field of `members`
   * is then written there in the target's own words. Defaults to the contract's words, as they are.
   */
  readonly at?: string;
}

interface Issued {
  /** Who asks. The credential itself is known to the driver alone. */
  readonly identity: IdentityName;
  /** Which of the target's operations for this verb carries the command; the first one by default. */
  readonly via?: string;
  /** Over what it travels: `socket` is the connection that watches use, `primary` (the default) the other one. */
  readonly channel?: "primary" | "socket";
}

/** What the author of an object may say about it beside its spec. */
export interface AuthoredMetadata {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The object stays, terminating, until this list is empty. */
  readonly finalizers?: readonly string[];
}

/** How a write is to be carried out. Texts are sent as they are, so that wrong ones can be tried. */
export interface WriteOptions {
  /** Do everything but store and announce. */
  readonly dryRun?: boolean;
  /** To whom the written fields are attributed. */
  readonly fieldManager?: string;
  /** What becomes of fields that the kind does not define: `STRICT`, `WARN` or `IGNORE`. */
  readonly fieldValidation?: string;
  /** Take over fields that others own; belongs to apply alone. */
  readonly force?: boolean;
}

interface Optioned {
  readonly options?: WriteOptions;
}

interface Conditional {
  /** The version that the write replaces. Left out of the request when absent, sent as it is otherwise. */
  readonly resourceVersion?: ResourceVersion;
  /** The incarnation that is meant. Left out of the request when absent. */
  readonly uid?: Uid;
}

/** Creates an object from an author's wishes. */
export interface CreateCommand extends Issued, AuthoredMetadata, Optioned {
  readonly verb: "create";
  readonly key: ObjectKey;
  readonly spec: JsonObject;
  readonly foreign?: ForeignMembers;
}

/** Reads one object. */
export interface ReadCommand extends Issued {
  readonly verb: "read";
  readonly key: ObjectKey;
}

/** Reads a collection: of one namespace, or of all of them where `namespace` is absent. */
export interface ListCommand extends Issued {
  readonly verb: "list";
  readonly kind: string;
  readonly namespace?: string;
  readonly selector?: Readonly<Record<string, string>>;
}

/** Writes the author's side of an object: spec and authored metadata. Absent fields stay as they are. */
export interface UpdateCommand extends Issued, AuthoredMetadata, Conditional, Optioned {
  readonly verb: "update";
  readonly key: ObjectKey;
  readonly spec?: JsonObject;
  readonly foreign?: ForeignMembers;
}

/** Writes the controller's side of an object. */
export interface UpdateStatusCommand extends Issued, Conditional, Optioned {
  readonly verb: "updateStatus";
  readonly key: ObjectKey;
  readonly status: JsonObject;
  readonly foreign?: ForeignMembers;
}

/** The patch formats: RFC 7386, RFC 6902, and server-side apply. */
export type PatchFormat = "merge" | "json" | "apply";

/**
 * Writes the controller's side of an object by a patch, sent as it is. A merge patch and an applied
 * document are rooted at the object (`{"status": {…}}`), the paths of a JSON patch too (`/status/phase`).
 */
export interface PatchStatusCommand extends Issued, Conditional, Optioned {
  readonly verb: "patchStatus";
  readonly key: ObjectKey;
  readonly format: PatchFormat;
  readonly patch: JsonValue;
}

/** Deletes an object. */
export interface DeleteCommand extends Issued, Conditional {
  readonly verb: "delete";
  readonly key: ObjectKey;
}

/** One request with one reply. */
export type Command =
  | CreateCommand
  | ReadCommand
  | ListCommand
  | UpdateCommand
  | UpdateStatusCommand
  | PatchStatusCommand
  | DeleteCommand;

/** The verbs of {@link Command}. */
export type Verb = Command["verb"];

/** Everything that is asked of an endpoint, commands and watches, in the order in which it is listed. */
export const operationVerbs = [
  "create",
  "read",
  "list",
  "update",
  "updateStatus",
  "patchStatus",
  "delete",
  "watch",
] as const satisfies readonly (Verb | "watch")[];

/** Opens a stream of events: of one namespace, or of all of them where `namespace` is absent. */
export interface WatchCommand extends Omit<Issued, "channel"> {
  readonly verb: "watch";
  /** Over what the events travel: the target's first transport for watches by default. */
  readonly channel?: "socket" | "events";
  readonly kind: string;
  readonly namespace?: string;
  readonly selector?: Readonly<Record<string, string>>;
  /** Deliver events after this version. Starts with the next event by default. */
  readonly resourceVersion?: ResourceVersion;
  /** Ask for events that tell the position of the watch. */
  readonly bookmarks?: boolean;
  /** Ask for the current state as ADDED events first, ended by a marked bookmark. */
  readonly initialEvents?: boolean;
}
