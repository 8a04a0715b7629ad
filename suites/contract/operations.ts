import type { IdentityName } from "./identities.ts";
import type { ResourceVersion, Uid } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { ObjectKey } from "./resources.ts";

/**
 * Members that do not belong into a write, sent along on purpose. `beside` puts them next to the
 * regular members of the request (where an input type has its fields), `inside` puts them into the
 * body that is written (the submitted status, or the submitted spec).
 */
export interface ForeignMembers {
  readonly place: "beside" | "inside";
  readonly members: JsonObject;
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
}

interface Conditional {
  /** The version that the write replaces. Left out of the request when absent, sent as it is otherwise. */
  readonly resourceVersion?: ResourceVersion;
  /** The incarnation that is meant. Left out of the request when absent. */
  readonly uid?: Uid;
}

/** Creates an object from an author's wishes. */
export interface CreateCommand extends Issued, AuthoredMetadata {
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

/** Writes the author's side of an object: spec and authored metadata. Absent members stay as they are. */
export interface UpdateCommand extends Issued, AuthoredMetadata, Conditional {
  readonly verb: "update";
  readonly key: ObjectKey;
  readonly spec?: JsonObject;
  readonly foreign?: ForeignMembers;
}

/** Writes the controller's side of an object. */
export interface UpdateStatusCommand extends Issued, Conditional {
  readonly verb: "updateStatus";
  readonly key: ObjectKey;
  readonly status: JsonObject;
  readonly foreign?: ForeignMembers;
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
  | DeleteCommand;

/** The verbs of {@link Command}. */
export type Verb = Command["verb"];

/** Opens a stream of events: of one namespace, or of all of them where `namespace` is absent. */
export interface WatchCommand extends Issued {
  readonly verb: "watch";
  readonly kind: string;
  readonly namespace?: string;
  readonly selector?: Readonly<Record<string, string>>;
  /** Deliver what came after this version. Absent: start with what comes next. */
  readonly resourceVersion?: ResourceVersion;
}
