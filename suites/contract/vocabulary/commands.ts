import type { IdentityName } from "./identities.ts";
import type { ResourceVersion, Uid } from "./ids.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { AuthoredMetadata } from "./metadata.ts";
import type { ObjectKey } from "./resources.ts";

/**
 * Fields that a check deliberately sends in a write where they do not belong. `beside` sends them next to the submitted
 * status or spec, `inside` within it.
 */
export interface ForeignMembers {
  readonly place: "beside" | "inside";
  readonly members: JsonObject;
  /**
   * Sends the only field in `members` at this path of the request, under the target's name for it. By default, `place`
   * determines the path, and the fields have the contract's names.
   */
  readonly at?: string;
}

/**
 * How a GraphQL document calls the root field: under an alias, or in a fragment. Both have the same meaning as a plain
 * call, so both need the same permission.
 */
export const rootFieldForms = ["alias", "fragment"] as const;

export type RootFieldForm = (typeof rootFieldForms)[number];

interface Issued {
  /** The role that sends the command. The driver selects its credential. */
  readonly identity: IdentityName;
  /** The id of the operation that sends the command. Defaults to the kind's first operation for the verb. */
  readonly via?: string;
  /**
   * The transport. `socket` is the connection of watches. `primary`, the default, is the transport of all other
   * requests.
   */
  readonly channel?: "primary" | "socket";
  /** Absent for a plain call. */
  readonly rootField?: RootFieldForm;
  /** A permitted write of another object in the same GraphQL document. Its result is ignored. */
  readonly sibling?: SiblingField;
}

/** A root field that a GraphQL document calls before or after the root field of the command. */
export interface SiblingField {
  readonly place: (typeof siblingPlaces)[number];
  /** Has the identity of the command with the sibling. */
  readonly command: Omit<UpdateCommand, "sibling"> | Omit<UpdateStatusCommand, "sibling">;
}

/** Where a document calls a sibling field, relative to the root field of the command. */
export const siblingPlaces = ["before", "after"] as const;

/** Options of a write. Strings are sent unchanged, so that checks can send invalid ones. */
export interface WriteOptions {
  /** Process the write without storing it and without an event. */
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  /** How to handle fields that the kind does not define: `STRICT`, `WARN` or `IGNORE`. */
  readonly fieldValidation?: string;
  /** Take over fields that other managers own. Only for an apply. */
  readonly force?: boolean;
}

interface Optioned {
  readonly options?: WriteOptions;
}

interface Conditional {
  /** The version that the write replaces. Sent unchanged. If absent, the request contains no version. */
  readonly resourceVersion?: ResourceVersion;
  /** The expected incarnation. If absent, the request contains no uid. */
  readonly uid?: Uid;
}

/** Creates an object, as its author. */
export interface CreateCommand extends Issued, AuthoredMetadata, Optioned {
  readonly verb: "create";
  readonly key: ObjectKey;
  readonly spec: JsonObject;
  readonly foreign?: ForeignMembers;
}

export interface ReadCommand extends Issued {
  readonly verb: "read";
  readonly key: ObjectKey;
}

/** Lists the objects in one namespace, or in all namespaces if `namespace` is absent. */
export interface ListCommand extends Issued {
  readonly verb: "list";
  readonly kind: string;
  readonly namespace?: string;
  readonly selector?: Readonly<Record<string, string>>;
}

/** Updates the fields of an object that the author owns: spec and authored metadata. Absent fields stay unchanged. */
export interface UpdateCommand extends Issued, AuthoredMetadata, Conditional, Optioned {
  readonly verb: "update";
  readonly key: ObjectKey;
  readonly spec?: JsonObject;
  readonly foreign?: ForeignMembers;
}

/** Writes the status of an object, which the controller owns. */
export interface UpdateStatusCommand extends Issued, Conditional, Optioned {
  readonly verb: "updateStatus";
  readonly key: ObjectKey;
  readonly status: JsonObject;
  readonly foreign?: ForeignMembers;
}

/** The patch types: RFC 7386, RFC 6902, and server-side apply. */
export type PatchFormat = "merge" | "json" | "apply";

/**
 * Patches the status of an object, which the controller owns. A driver changes the patch only to add the version, or to
 * meet the target's requirements on its form. Merge patches and applied documents are rooted at the object (`{"status":
 * {…}}`). Paths in a JSON patch are too (`/status/phase`).
 */
export interface PatchStatusCommand extends Issued, Conditional, Optioned {
  readonly verb: "patchStatus";
  readonly key: ObjectKey;
  readonly format: PatchFormat;
  readonly patch: JsonValue;
}

export interface DeleteCommand extends Issued, Conditional, Optioned {
  readonly verb: "delete";
  readonly key: ObjectKey;
}

/** A request to a target, in the contract's terms. A driver translates it to its protocol. */
export type Command =
  | CreateCommand
  | ReadCommand
  | ListCommand
  | UpdateCommand
  | UpdateStatusCommand
  | PatchStatusCommand
  | DeleteCommand;

export type Verb = Command["verb"];

/** Whether a command is a dry run: even if it is accepted, it changes, creates and deletes nothing. */
export function isDryRun(command: Command): boolean {
  return "options" in command && command.options?.dryRun === true;
}

/** All operations of an endpoint, including watches, in display order. */
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

/** Opens a watch on one namespace, or on all namespaces if `namespace` is absent. */
export interface WatchCommand extends Omit<Issued, "channel" | "rootField" | "sibling"> {
  readonly verb: "watch";
  /** The transport of the events. Defaults to the first transport that the target supports. */
  readonly channel?: "socket" | "events";
  readonly kind: string;
  readonly namespace?: string;
  readonly selector?: Readonly<Record<string, string>>;
  /** Start after this version. By default, the watch starts with the next event. */
  readonly resourceVersion?: ResourceVersion;
  /** Request bookmarks: events that only state the position of the watch. */
  readonly bookmarks?: boolean;
  /** Request the current state first, as ADDED events followed by a marked bookmark. */
  readonly initialEvents?: boolean;
  /**
   * Watches with the same value share a connection with each other and with no other stream, if the transport supports
   * shared connections. By default, a watch uses the connection of its role.
   */
  readonly ownConnection?: string;
}
