import type { JsonObject, JsonValue, PatchFormat, Semantics, WatchEvent } from "#contract";
import type { StatusMode } from "../../port/target.ts";
import type { ArgumentTree } from "../schema/argument-tree.ts";

/** The verb of a command, or `watch`. */
export type OperationVerb = keyof KindOperations;

/** The operations of a kind by verb. All are tested; the first is the default. */
export interface KindOperations {
  readonly create: readonly ObjectOperation[];
  readonly read: readonly ObjectOperation[];
  readonly list: readonly ListOperation[];
  readonly update: readonly UpdateOperation[];
  readonly updateStatus: readonly StatusOperation[];
  readonly patchStatus: readonly PatchOperation[];
  readonly delete: readonly DeleteOperation[];
  readonly watch: readonly WatchOperation[];
}

export interface Operation {
  /** Unique among the operations of its kind and verb. */
  readonly id: string;
  /** Path of the field from the root type: `createService`, or `example.v1.createService` for nested roots. */
  readonly field: string;
  readonly perNamespace?: true;
  /** Arguments of the field. Each becomes one variable, with its type from the schema. */
  readonly arguments: Readonly<Record<string, ArgumentTree>>;
  /**
   * A custom document. Its variables are the `arguments`, and `field` is the path of the value in the data of the
   * response.
   */
  readonly document?: string;
}

/** An operation whose response is one object. */
export interface ObjectOperation extends Operation {
  /** Path of the object in the value of the field. `null` if the response contains no object. */
  readonly result: string | null;
  /**
   * Path of an input object, relative to the arguments. Checks send foreign fields in it, next to the declared ones. If
   * absent, checks send no foreign fields there.
   */
  readonly beside?: string;
  /**
   * Path of the written spec or status in the arguments. If absent, foreign fields cannot be sent inside the spec or
   * status.
   */
  readonly inside?: string;
  /** The query for the result of a long-running operation. Absent if the response contains the result. */
  readonly wait?: WaitOperation;
}

/** A query that returns the state of a long-running operation, and finally its result. */
export interface WaitOperation extends ObjectOperation {
  /** Path of the value in the first response that identifies the running operation: `$operation`. */
  readonly operation: string;
  readonly until: {
    readonly path: string;
    /** The states in which the operation is finished. `true` by default. */
    readonly values?: readonly JsonValue[];
  };
}

export interface UpdateOperation extends ObjectOperation {
  /**
   * `partial` keeps omitted fields, and is the default. `replace` removes them, so every request repeats the stored
   * fields that its command does not change.
   */
  readonly mode?: "partial" | "replace";
}

export interface StatusOperation extends ObjectOperation {
  readonly statusMode: StatusMode;
  /** Set if the mode was never observed. Requirements that depend on it are then undecided if they seem broken. */
  readonly modeIsGuessed?: true;
  /** Semantics of the mutation that differ from those of its kind. */
  readonly semantics?: Partial<Semantics>;
  /** The encoding of `$status`; `plain` by default. */
  readonly encoding?: StatusEncoding;
  /**
   * Status fields that every write with the mutation sets to these values. No argument contains them. Example: the
   * phase that `startJob` sets. None by default.
   */
  readonly sets?: JsonObject;
  /**
   * Status fields that a write with the mutation must contain while the object has no status. Later writes may omit
   * them. None by default.
   */
  readonly requiredFirst?: readonly string[];
  /**
   * IDs of the status mutations that must have written to an object before this one is accepted, in this order: the
   * previous states of a state machine. None by default.
   */
  readonly after?: readonly string[];
}

/**
 * The encoding of a status: unchanged, as a merge patch of the object (`{status}`), as a JSON patch that replaces the
 * stored status, or as a server-side apply of `{status}`. An apply is forced, with the field manager `conformance`,
 * unless the command states otherwise. In a patch, foreign fields are `inside` or `beside` the status.
 */
export type StatusEncoding = "plain" | PatchFormat;

export interface PatchOperation extends ObjectOperation {
  /** The value of `$patchFormat`, by supported patch type. */
  readonly formats: Readonly<Partial<Record<PatchFormat, JsonValue>>>;
}

export interface ListOperation extends Operation {
  /** Path of the objects in the value of the field. Lists along the path are flattened: `edges.node`. */
  readonly items: string;
  /** Path of the list's version. Absent if lists have no version. */
  readonly resourceVersion?: string;
  /** The pagination of a list. By default, a list has a single page. */
  readonly pages?: CursorPages | CountedPages;
}

/** Pages with a cursor. */
export interface CursorPages {
  /**
   * Path in the response of the `$page` value for the next page. If the path leads through a list, the value is that of
   * its last item.
   */
  readonly next: string;
  /**
   * Path of a Boolean that is true if there is a next page. By default, there is a next page if `next` is neither null
   * nor empty.
   */
  readonly more?: string;
}

/**
 * Numbered pages. With `offset`, `$page` is the number of preceding objects. With `number`, it is the page number,
 * starting from 0 or 1. The list ends with a page without new objects.
 */
export interface CountedPages {
  readonly by: "offset" | "number";
}

/** Whether the pages of a list are numbered. The first request then also needs a number. */
export function isCounted({ pages }: ListOperation): boolean {
  return pages !== undefined && "by" in pages;
}

export interface DeleteOperation extends ObjectOperation {
  /**
   * Set if the server rejects a request without a version, although the schema does not require one. A command without
   * a version then sends the stored version.
   */
  readonly requiresVersion?: true;
  readonly finish?: ObjectOperation;
}

/**
 * The content of each message: an `event` with its object, only the current `object`, or the whole `collection`. For
 * collections, the events are the differences between successive ones.
 */
export type DeliveryShape = "event" | "object" | "collection";

/**
 * The type of an event. `UPSERTED` does not distinguish creates from updates. `NONE` marks messages that report no
 * change, such as heartbeats.
 */
export type EventMeaning = WatchEvent["type"] | "UPSERTED" | "NONE";

/** Paths of the name, the uid, or both. A delete event without an object identifies it by these values. */
export interface EventKey {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
}

/** One of several subscriptions of a watch, for one type of change. */
export interface WatchStream {
  readonly field: string;
  readonly type: EventMeaning;
  /** Path of the object. Defaults to the object path of the watch. */
  readonly object?: string;
  /** Paths of the values that identify the object of a delivery, if the delivery does not contain the object. */
  readonly key?: EventKey;
}

/** A subscription. Paths are relative to the value of its field. */
export interface WatchOperation extends Operation {
  /**
   * The subscriptions of a watch with one subscription per type of change. All of them have the same arguments, and
   * their events are combined. By default, `field` is the only subscription.
   */
  readonly streams?: readonly WatchStream[];
  /** The type of all events. Absent if events contain their type. */
  readonly eventType?: EventMeaning;
  /** `event` by default. */
  readonly shape?: DeliveryShape;
  /**
   * Determines the type of an event. With `path`, the type is the value at that path, or the name of the event's schema
   * type if there is no such value. Without `path`, the first field in `names` that is not null determines the type, and
   * the paths of the object, the version and the key start in that field. Absent if the shape or the subscription
   * determines the type.
   */
  readonly type?: {
    readonly path?: string;
    /** The target's names for the event types. An event of another type cannot be read. */
    readonly names: Readonly<Record<string, EventMeaning>>;
  };
  /** Path of the version in an event. Defaults to the path of the version in the object. */
  readonly resourceVersion?: string;
  /**
   * Path of the list of events in a message. By default, the message itself is an event or a list of events. Paths
   * start in an event; `cursor` may also start in the message.
   */
  readonly events?: string;
  /** Path of the resume token. Defaults to the version of the event. */
  readonly cursor?: string;
  /** Path of the object, or of the objects if the shape is `collection`. */
  readonly object: string;
  /** Paths of the values that identify the object of a delete event, if the event does not contain the object. */
  readonly key?: EventKey;
  /**
   * Path of a value in the object that marks a deletion: true, or any value other than null and false. Only used if the
   * event does not show the type of the change.
   */
  readonly deleted?: string;
  /**
   * Paths of objects of other kinds, if one subscription delivers events about several kinds. An event with such an
   * object instead of one of the watched kind is ignored.
   */
  readonly otherKinds?: readonly string[];
  /** Path of a value that is true on the bookmark that ends the initial events. */
  readonly initialEventsEnd?: string;
  /** Whether a watch without a cursor starts with an ADDED event for each existing object. */
  readonly initial?: "added";
  /**
   * The value of `$cursor` in a watch without a cursor, if the endpoint requires one: a constant from which the
   * endpoint repeats its events, or `$now` for the current time.
   */
  readonly start?: number | string;
}

/** The start of a watch at the current time. */
export const startNow = "$now";

/** Whether a watch without a cursor first repeats all earlier events. */
export function isRepeating({ start }: Pick<WatchOperation, "start">): boolean {
  return start !== undefined && start !== startNow;
}

export type AnyOperation =
  | ObjectOperation
  | UpdateOperation
  | StatusOperation
  | PatchOperation
  | DeleteOperation
  | ListOperation
  | WatchOperation;

/** Returns each subscription of a watch as an operation, or the watch itself if it has only one subscription. */
export function streamsOf(operation: WatchOperation): readonly WatchOperation[] {
  const { streams, ...rest } = operation;
  if (streams === undefined) return [operation];
  return streams.map(({ field, type, object = rest.object, key }) => ({
    ...rest,
    id: `${rest.id}/${field}`,
    field,
    eventType: type,
    object,
    ...(key === undefined ? {} : { key }),
  }));
}

/** Returns the operation that queries the result of a long-running operation. Undefined for other operations. */
export function waitOf(verb: OperationVerb, operation: AnyOperation): WaitOperation | undefined {
  const wait = "wait" in operation ? operation.wait : undefined;
  return wait && { ...wait, id: `${verb}/${operation.id}/wait` };
}

/** Returns the second step of an operation as an operation. Undefined if the operation has one step. */
export function finishOf(operation: AnyOperation): ObjectOperation | undefined {
  const finish = "finish" in operation ? operation.finish : undefined;
  return finish && { ...finish, id: `${operation.id}/finish` };
}

/**
 * Returns the fields of a key that are in the place of the object, because events about deletions contain an object of
 * another type there.
 */
export function keyInObject({
  object,
  key = {},
}: Pick<WatchOperation, "key" | "object">): Readonly<Record<string, string>> {
  const start = `${object}.`;
  return Object.fromEntries(
    Object.entries(key).flatMap(([part, path]) =>
      object !== "" && typeof path === "string" && path.startsWith(start)
        ? [[part, path.slice(start.length)]]
        : [],
    ),
  );
}
