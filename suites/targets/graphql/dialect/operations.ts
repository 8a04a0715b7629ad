import type { JsonValue, PatchFormat, Semantics, WatchEvent } from "#contract";
import type { StatusMode } from "../../port/target.ts";
import type { ArgumentTree } from "../schema/argument-tree.ts";

/** Everything that is asked of an endpoint, commands and watches. */
export type OperationVerb = keyof KindOperations;

/** The operations of a kind by verb. Every one of them is tested; the first is the usual one. */
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

/** One field of the schema and how it is called. */
export interface Operation {
  /** Unique among the operations of its kind and verb. */
  readonly id: string;
  /** Path of the field from the root type: `createService`, or `example.v1.createService` where roots are nested. */
  readonly field: string;
  /** Whether a list or watch is limited to a single namespace, which is required. */
  readonly perNamespace?: true;
  /** Arguments of the field. Each becomes one variable, whose type is read from the schema. */
  readonly arguments: Readonly<Record<string, ArgumentTree>>;
  /**
   * The document to send, for what cannot be said otherwise. Then `arguments` are its variables, and `field`
   * is the path of the value in the data of the reply.
   */
  readonly document?: string;
}

/** An operation whose reply is one object. */
export interface ObjectOperation extends Operation {
  /** Path of the object in the value of the field. `null` where the reply says nothing beyond success. */
  readonly result: string | null;
  /**
   * Path of the input object, in the arguments, that contains the regular fields. Without it, foreign fields cannot be
   * sent next to them.
   */
  readonly beside?: string;
  /** Path of the written body in the arguments. Without it, foreign fields cannot be sent inside it. */
  readonly inside?: string;
}

/** An operation that writes the author's side. */
export interface UpdateOperation extends ObjectOperation {
  /**
   * `partial`, the default, keeps what the request omits; `replace` takes it away, so that every request
   * carries what is stored of all that its command does not change.
   */
  readonly mode?: "partial" | "replace";
}

/** An operation that writes a status that is given as it shall be. */
export interface StatusOperation extends ObjectOperation {
  readonly statusMode: StatusMode;
  /** What the mutation does otherwise than the other ones of its kind. */
  readonly semantics?: Partial<Semantics>;
  /** As what `$status` travels; `plain` by default. */
  readonly encoding?: StatusEncoding;
}

/**
 * As what a status travels: as it is; as a merge patch of the object, `{status}`; as a JSON patch that
 * puts it instead of the stored one; or as an applied document, `{status}`, for the manager `conformance`
 * and by force unless the command says otherwise. In all but `plain`, foreign fields stand in the
 * patch: `inside` the status, or `beside` it.
 */
export type StatusEncoding = "plain" | PatchFormat;

/** An operation that writes a status by a patch. */
export interface PatchOperation extends ObjectOperation {
  /** What `$patchFormat` stands for, by the formats that the operation takes. */
  readonly formats: Readonly<Partial<Record<PatchFormat, JsonValue>>>;
}

/** An operation whose reply is a collection. */
export interface ListOperation extends Operation {
  /** Path of the objects in the value of the field. Lists on the way are walked through: `edges.node`. */
  readonly items: string;
  /** Path of the version of the list. Absent where lists have none. */
  readonly resourceVersion?: string;
  /** How the next page of a list is requested. By default, lists are complete. */
  readonly pages?: CursorPages | CountedPages;
}

/** Pages that name the next one. */
export interface CursorPages {
  /** Path of what `$page` stands for in the request for the next page. */
  readonly next: string;
  /**
   * Path of a Boolean that is true if there is a next page. By default, there is one while `next` is neither null nor
   * empty.
   */
  readonly more?: string;
}

/**
 * Pages that are counted. By `offset`, `$page` says how many objects stand before the page; by `number`, which page it
 * is, counted from 0 or 1. Either way the list ends with a page that holds nothing new.
 */
export interface CountedPages {
  readonly by: "offset" | "number";
}

/** Whether the pages of a list are counted: a request that has to name one begins with 0. */
export function isCounted({ pages }: ListOperation): boolean {
  return pages !== undefined && "by" in pages;
}

/** An operation that deletes an object. */
export interface DeleteOperation extends ObjectOperation {
  /** What must be sent after it, where an object is deleted in two steps. */
  readonly finish?: ObjectOperation;
}

/**
 * What one delivery of a watch is: an `event` around an object; the `object` itself, as it is now; or the
 * whole `collection`, of which the events are the differences to the one before.
 */
export type DeliveryShape = "event" | "object" | "collection";

/** What names the object of a deletion that carries no more of it: its name, its uid, or both. */
export interface EventKey {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
}

/** One of the subscriptions that make up a watch, which tells one type of change. */
export interface WatchStream {
  /** Path of the field from the root type. */
  readonly field: string;
  readonly type: WatchEvent["type"];
  /** Path of the object. Defaults to that of the watch. */
  readonly object?: string;
  /** What names the object, where a delivery carries no more of it. Absent: it carries the object. */
  readonly key?: EventKey;
}

/** A subscription. Paths start at the value of its field. */
export interface WatchOperation extends Operation {
  /**
   * The subscriptions of a watch that has one for each type of change. They take the same arguments, and their events
   * are read as those of one watch. By default, `field` is the only one.
   */
  readonly streams?: readonly WatchStream[];
  /** The type of all events. Absent where they tell it. */
  readonly told?: WatchEvent["type"];
  /** `event` by default. */
  readonly shape?: DeliveryShape;
  /** How events tell their type. Absent where the differences tell it. */
  readonly type?: {
    readonly path: string;
    /** The target's names of the event types. An event of another type cannot be read. */
    readonly names: Readonly<Record<string, WatchEvent["type"]>>;
  };
  /** Path of the version of the event. Defaults to that of the object. */
  readonly resourceVersion?: string;
  /** Path of what a watch resumes from. Defaults to the version of the event. */
  readonly cursor?: string;
  /** The object, or with `collection` the path of the objects. */
  readonly object: string;
  /** Where a deletion without an object says what was deleted. */
  readonly key?: EventKey;
  /** Path of what is true on the bookmark that ends the initial events. */
  readonly initialEventsEnd?: string;
  /** A watch without a cursor starts with an ADDED event for each existing object. */
  readonly initial?: "added";
}

/** Any operation of a kind. */
export type AnyOperation =
  | ObjectOperation
  | UpdateOperation
  | StatusOperation
  | PatchOperation
  | DeleteOperation
  | ListOperation
  | WatchOperation;

/** The subscriptions of a watch, each as an operation; the watch itself where it is one. */
export function streamsOf(operation: WatchOperation): readonly WatchOperation[] {
  const { streams, ...rest } = operation;
  if (streams === undefined) return [operation];
  return streams.map(({ field, type, object = rest.object, key }) => ({
    ...rest,
    id: `${rest.id}/${field}`,
    field,
    told: type,
    object,
    ...(key === undefined ? {} : { key }),
  }));
}

/** The second step of an operation, where it has one, under an id of its own. */
export function finishOf(operation: AnyOperation): ObjectOperation | undefined {
  const finish = "finish" in operation ? operation.finish : undefined;
  return finish && { ...finish, id: `${operation.id}/finish` };
}
