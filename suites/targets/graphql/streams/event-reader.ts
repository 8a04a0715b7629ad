import { counted, isJsonList, isJsonObject, keyOf, resourceVersion } from "#contract";
import type {
  JsonValue,
  ObjectKey,
  Resource,
  ResourceVersion,
  UnknownEvent,
  WatchEvent,
} from "#contract";
import { longestToken } from "../../port/reading.ts";
import type { WireData } from "../../wire/http/wire-data.ts";
import { isRepeating, keyInObject } from "../dialect/dialect-operations.ts";
import type { EventMeaning, WatchOperation } from "../dialect/dialect-operations.ts";
import type { AskedKind } from "../dialect/dialect.ts";
import { readObject, readVersion } from "../replies/object-reader.ts";
import { partsOfText } from "../schema/composed-text.ts";
import { itemsAt, valueAt } from "../schema/paths.ts";

export type EventReading =
  /** Empty for a delivery without a change. */
  | { readonly kind: "events"; readonly events: readonly WatchEvent[] }
  | { readonly kind: "errors"; readonly errors: readonly JsonValue[] }
  | {
      readonly kind: "unintelligible";
      readonly detail: string;
      readonly unknownEvent?: UnknownEvent;
    };

/** Decodes deliveries in order. Never throws. */
export type EventReader = (data: WireData) => EventReading;

export interface EventWords {
  readonly kind: AskedKind;
  readonly operation: WatchOperation;
  /** The objects that existed when the watch was opened, for targets that always deliver them. None by default. */
  readonly there?: readonly Resource[];
  /** Objects that responses contained, for delete events that only identify their object. None by default. */
  readonly known?: RepliedObjects;
}

/** The last known state of each object that any response contained, looked up by uid or by key. */
export interface RepliedObjects {
  withUid(uid: string): Named | undefined;
  under(key: ObjectKey): Named | undefined;
}

/** The object that an event identifies without containing it, and its version. */
export interface Named {
  readonly key: ObjectKey;
  readonly version: ResourceVersion;
  /** The first version that a response contained. Absent for an object that no response has contained. */
  readonly first?: ResourceVersion;
  /** The first versions of deleted objects with the same uid, where uids are names. */
  readonly earlier?: readonly ResourceVersion[];
}

export function eventReader(words: EventWords): EventReader {
  const { operation, there = [] } = words;
  const read = readerOf(words);
  const settle = isRepeating(operation) ? withoutRepeated(there) : withoutInitial(there);
  return (data) => {
    const body = data.kind === "json" && isJsonObject(data.value) ? data.value : {};
    const { errors } = body;
    if (isJsonList(errors) && errors.length > 0) return { kind: "errors", errors };
    const value = valueAt(body["data"], operation.field);
    // Servers send null to keep the connection open.
    if (value === null && (operation.shape ?? "event") === "event") {
      return { kind: "events", events: [] };
    }
    if (value === undefined || value === null) {
      return { kind: "unintelligible", detail: "a message without an event" };
    }
    try {
      const events = deliveredIn(value, operation).flatMap((one) => read(one));
      return {
        kind: "events",
        events: withMessageCursor(events, value, operation).flatMap(settle),
      };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const { message: detail, unknownEvent } = error;
      const found = unknownEvent === undefined ? {} : { unknownEvent };
      return { kind: "unintelligible", detail, ...found };
    }
  };
}

/** Returns the events in a message. A message is one event, is a list of events, or contains such a list. */
function deliveredIn(message: JsonValue, operation: WatchOperation): readonly JsonValue[] {
  const { events: path, shape } = operation;
  const found = path === undefined ? message : valueAt(message, path);
  if (found === undefined) throw new Unreadable(`a message has no "${path ?? ""}"`);
  if (isJsonList(found) && shape !== "collection") return found;
  if (path === undefined) return [found];
  if (found === null) return [];
  throw new Unreadable(`a message has no list at "${path}"`);
}

/**
 * Adds the token of a message only to its last event. If an earlier event had the token, a watch that resumed from it
 * would miss the later ones. A message without events is a bookmark.
 */
function withMessageCursor(
  events: readonly WatchEvent[],
  message: JsonValue,
  operation: WatchOperation,
): readonly WatchEvent[] {
  if (operation.events === undefined) return events;
  const { cursor } = cursorOf(operation, message);
  if (cursor === undefined) return events;
  const last = events.at(-1);
  if (last === undefined) return [tokenBookmark(cursor)];
  return [...events.slice(0, -1), { cursor, ...last }];
}

function tokenBookmark(cursor: string): WatchEvent {
  return {
    type: "BOOKMARK",
    resourceVersion: resourceVersion(cursor),
    isUnversioned: true,
    cursor,
  };
}

/** An undecodable delivery. Caught in this file. */
class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly unknownEvent: UnknownEvent | undefined;

  constructor(detail: string, unknownEvent?: UnknownEvent) {
    super(detail);
    this.unknownEvent = unknownEvent;
  }
}

type DeliveryReader = (value: JsonValue) => readonly WatchEvent[];

function readerOf(words: EventWords): DeliveryReader {
  switch (words.operation.shape ?? "event") {
    case "event":
      return typedReader(words);
    case "object":
      return objectReader(words);
    case "collection":
      return collectionReader(words);
  }
}

/** Decodes events in order, because a delete event without an object refers to a known object. */
function typedReader(words: EventWords): DeliveryReader {
  const { kind, operation } = words;
  const seen = new SeenObjects();
  const isKeyed = operation.key !== undefined;
  const isNamed = operation.eventType !== undefined && isKeyed;
  return (value) => {
    // An event that only identifies its object may be a scalar.
    if (!isJsonObject(value) && !isNamed) throw new Unreadable("a message without an event");
    if (isOfOtherKind(operation, value)) return [];
    const { type: meaning, part } = eventTypeOf(words, value);
    if (meaning === "NONE") return [];
    const isNameAlone = isNamed || (part !== value && meaning === "DELETED" && isKeyed);
    const found = isNameAlone ? undefined : objectAt(part, operation);
    if (found === undefined) return objectlessEvents({ type: meaning, value, part, seen }, words);
    if (isOfOtherType(words, found)) {
      return deletionsOf({ type: meaning, value, part, seen }, words);
    }
    const object = resourceIn(kind, found, meaning);
    const type = typeOf(meaning, object, { seen, words, found });
    seen.keep(object, type);
    const own = ownVersion(operation, part);
    const version = own ?? object.metadata.resourceVersion;
    // The token only orders the delete event; the deleted object has the version of its last write.
    const isToken = own === undefined && type === "DELETED" && operation.cursor !== undefined;
    return [
      {
        ...eventOf(operation, value, { type, version }),
        object,
        ...(isToken ? { isUnversioned: true } : {}),
      },
    ];
  };
}

function typeOf(
  meaning: ReportedChange,
  object: Resource,
  {
    seen,
    words,
    found,
  }: { readonly seen: SeenObjects; readonly words: EventWords; readonly found: JsonValue },
): WatchEvent["type"] {
  if (isMarked(words.operation, found, meaning)) return "DELETED";
  return meaning === "UPSERTED" ? seen.changeOf(object, words) : meaning;
}

/** Whether an event that only reports some change contains the marker of a deleted object. */
function isMarked(
  { deleted }: WatchOperation,
  object: JsonValue,
  meaning: ReportedChange = "UPSERTED",
): boolean {
  if (deleted === undefined || (meaning !== "UPSERTED" && meaning !== "MODIFIED")) return false;
  const marker = valueAt(object, deleted) ?? false;
  return marker !== false;
}

function isOfOtherKind({ object, otherKinds = [] }: WatchOperation, value: JsonValue): boolean {
  const holds = (path: string): boolean => isJsonObject(valueAt(value, path));
  return otherKinds.some(holds) && !holds(object);
}

function objectAt(part: JsonValue, { object }: WatchOperation): JsonValue | undefined {
  return valueAt(part, object) ?? undefined;
}

/**
 * Whether an object is of another type than its kind. Below an interface or a union, only the fields of the kind's type
 * are selected, so an object of another type has only its type name, and the key of a deleted object.
 */
function isOfOtherType({ kind: { type }, operation }: EventWords, found: JsonValue): boolean {
  if (type === undefined || !isJsonObject(found)) return false;
  const { __typename: name, ...rest } = found;
  const keys = new Set(Object.values(keyInObject(operation)));
  return (
    typeof name === "string" && name !== type && Object.keys(rest).every((one) => keys.has(one))
  );
}

interface Objectless extends EventType {
  readonly type: ReportedChange;
  readonly value: JsonValue;
  readonly seen: SeenObjects;
}

/** Returns the deletion that an object of another type reports. A deleted object of another kind has no known key. */
function deletionsOf(event: Objectless, words: EventWords): readonly WatchEvent[] {
  if (event.type !== "DELETED" || words.operation.key === undefined) return [];
  return objectlessEvents(event, words).filter(({ key }) => key !== undefined);
}

function objectlessEvents(event: Objectless, words: EventWords): readonly WatchEvent[] {
  const { type, value, part, seen } = event;
  if (type === "UPSERTED") throw new Unreadable("an event without an object");
  const { operation } = words;
  const gone = type === "DELETED" ? seen.gone(words, part) : undefined;
  const own = ownVersion(operation, part);
  const version = own ?? gone?.version;
  if (version === undefined) return unversionedEvents(event, operation);
  const delivered = eventOf(operation, value, { type, version });
  const read: WatchEvent = own === undefined ? { ...delivered, isUnversioned: true } : delivered;
  return [gone?.key === undefined ? read : { ...read, key: gone.key }];
}

/**
 * Returns the events for a message without a version. A message with only a token is a bookmark. A heartbeat, or the
 * delete event of an object that no check waits for, has no events.
 */
function unversionedEvents(
  { type, value }: Objectless,
  operation: WatchOperation,
): readonly WatchEvent[] {
  if (type === "BOOKMARK") {
    const { cursor } = cursorOf(operation, value);
    const isEnd = endsInitialEvents(operation, value);
    if (cursor !== undefined) {
      return [{ ...tokenBookmark(cursor), ...(isEnd ? { initialEventsEnd: true } : {}) }];
    }
    const hasPosition = operation.resourceVersion !== undefined || operation.cursor !== undefined;
    if (!hasPosition) return [];
  }
  if (type === "DELETED" && operation.key !== undefined) return [];
  throw new Unreadable("an event without a version");
}

type ReportedChange = Exclude<EventMeaning, "NONE">;

interface EventType {
  readonly type: EventMeaning;
  readonly part: JsonValue;
}

function eventTypeOf({ kind, operation }: EventWords, value: JsonValue): EventType {
  const { eventType, type: { path, names } = {} } = operation;
  if (eventType !== undefined) return { type: eventType, part: value };
  const name = names !== undefined && path === undefined ? filledIn(value, names) : undefined;
  const word = name ?? (path === undefined ? undefined : wordAt(value, path));
  const type = typeof word === "string" ? typeNamed(operation, word) : undefined;
  if (type === undefined) throw unknownType({ kind, operation }, value, word);
  return { type, part: name === undefined ? value : (valueAt(value, name) ?? null) };
}

function unknownType(words: EventWords, value: JsonValue, word: JsonValue | undefined): Unreadable {
  const type = typeof word === "string" && word !== "" ? { type: word } : {};
  const what = `an event of type ${JSON.stringify(word)}`;
  if (isBare(words.operation, value)) {
    return new Unreadable(`${what} without an object`, { ...type, isBare: true });
  }
  const subject = subjectOf(words, value);
  if (subject === undefined) return new Unreadable(what, type);
  return new Unreadable(`${what} about ${JSON.stringify(subject)}`, { ...type, subject });
}

/** Returns the name of the object that an event of unknown type contains or only identifies. */
function subjectOf({ kind, operation }: EventWords, value: JsonValue): string | undefined {
  const found = objectAt(value, operation);
  const reading = found === undefined ? undefined : readObject(found, kind);
  const key = reading?.ok === true ? keyOf(reading.value) : deletedKey(kind, operation, value);
  return key?.name;
}

function isBare({ object, key = {} }: WatchOperation, value: JsonValue): boolean {
  const isMissing = (path: string): boolean => (valueAt(value, path) ?? null) === null;
  return [object, ...Object.values(key)].every(isMissing);
}

/**
 * Returns the endpoint's name for the type of an event. A member of a union, such as a heartbeat, may be identified
 * only by its type in the schema.
 */
function wordAt(value: JsonValue, path: string): JsonValue | undefined {
  return valueAt(value, path) ?? valueAt(value, "__typename");
}

/**
 * Finds the field that determines the type of an event because it is not null: the first known field, in the order of
 * the dialect, otherwise one that contains an object.
 */
function filledIn(value: JsonValue, names: Readonly<Record<string, unknown>>): string | undefined {
  const filled = Object.entries(isJsonObject(value) ? value : {}).filter(([, one]) => one !== null);
  const set = new Map(filled);
  const known = Object.keys(names).find((name) => set.has(name));
  return known ?? filled.find(([, one]) => isJsonObject(one))?.[0];
}

function eventOf(
  operation: WatchOperation,
  value: JsonValue,
  { type, version }: { readonly type: WatchEvent["type"]; readonly version: string },
): WatchEvent {
  return {
    type,
    resourceVersion: resourceVersion(version),
    ...cursorOf(operation, value),
    ...(endsInitialEvents(operation, value) ? { initialEventsEnd: true } : {}),
  };
}

function ownVersion(
  { resourceVersion: path }: WatchOperation,
  event: JsonValue,
): string | undefined {
  return path === undefined ? undefined : readVersion(valueAt(event, path));
}

class SeenObjects {
  readonly #byUid = new Map<string, Named>();
  readonly #byKey = new Map<string, Named>();
  readonly #created = new Map<string, string | undefined>();
  /** The uids of objects whose deletion was the last event. A uid that is only a name may return. */
  readonly #gone = new Set<string>();

  keep(object: Resource, type?: WatchEvent["type"]): void {
    const named = { key: keyOf(object), version: object.metadata.resourceVersion };
    this.#byUid.set(object.metadata.uid, named);
    this.#byKey.set(JSON.stringify(named.key), named);
    this.#created.set(object.metadata.uid, object.metadata.creationTimestamp);
    if (type === "DELETED") this.#gone.add(object.metadata.uid);
    else this.#gone.delete(object.metadata.uid);
  }

  /**
   * Determines the type of an event that may report either a create or an update: a create if the object has the first
   * version that a response contained. The event may arrive before any response. If uids are names, the object may be a
   * different one.
   */
  changeOf({ metadata }: Resource, words: EventWords): "ADDED" | "MODIFIED" {
    const { known } = words;
    if (this.#gone.has(metadata.uid) || this.#isOther(metadata, words)) return "ADDED";
    const { first, earlier = [] } = known?.withUid(metadata.uid) ?? {};
    const isNew =
      first === undefined
        ? !this.#byUid.has(metadata.uid)
        : [first, ...earlier].includes(metadata.resourceVersion);
    return isNew ? "ADDED" : "MODIFIED";
  }

  /** Whether an object with the uid of a delivered object was created at another time. */
  #isOther(
    { uid, creationTimestamp }: Resource["metadata"],
    { kind: { paths } }: EventWords,
  ): boolean {
    const before = this.#created.get(uid);
    return paths.uid === paths.name && before !== undefined && before !== creationTimestamp;
  }

  /** Removes and returns the known object that a delete event identifies, if any. */
  gone({ kind, operation, known }: EventWords, event: JsonValue): Partial<Named> | undefined {
    const uid = uidIn(operation, event);
    const found = uid === undefined ? undefined : (this.#byUid.get(uid) ?? known?.withUid(uid));
    const key = wholeKey(deletedKey(kind, operation, event), found?.key);
    if (uid !== undefined) {
      this.#byUid.delete(uid);
      this.#gone.add(uid);
    }
    if (key === undefined) return undefined;
    // The stream may not have delivered the object, if the watch resumed after the last write to it.
    const named = found ?? this.#byKey.get(JSON.stringify(key)) ?? known?.under(key);
    this.#byKey.delete(JSON.stringify(key));
    return named === undefined ? { key } : { key, version: named.version };
  }
}

/** The key in an event, or the known key if there is none or it lacks the namespace. */
function wholeKey(
  inEvent: ObjectKey | undefined,
  known: ObjectKey | undefined,
): ObjectKey | undefined {
  const isPartial = inEvent?.namespace === undefined && known?.namespace !== undefined;
  return inEvent === undefined || isPartial ? known : inEvent;
}

function uidIn({ key }: WatchOperation, event: JsonValue): string | undefined {
  const uid = key?.uid === undefined ? undefined : readVersion(valueAt(event, key.uid));
  return uid === "" ? undefined : uid;
}

function cursorOf({ cursor }: WatchOperation, event: JsonValue): Pick<WatchEvent, "cursor"> {
  const found = cursor === undefined ? undefined : readVersion(valueAt(event, cursor));
  return found === undefined ? {} : { cursor: found };
}

function resourceIn(kind: AskedKind, value: JsonValue, what: string): Resource {
  const reading = readObject(value, kind);
  if (reading.ok) return reading.value;
  throw new Unreadable(`in a ${what} event, ${reading.problem}`);
}

function deletedKey(
  { name: kind, nameForm, askedNamespace }: AskedKind,
  { key }: WatchOperation,
  event: JsonValue,
): ObjectKey | undefined {
  const name = key?.name === undefined ? undefined : valueAt(event, key.name);
  if (key === undefined || typeof name !== "string" || name === "") return undefined;
  const namespace = key.namespace === undefined ? undefined : valueAt(event, key.namespace);
  for (const text of [name, namespace]) {
    if (typeof text === "string" && text.length > longestToken) {
      throw new Unreadable(
        `a name of ${counted(text.length, "character")}, more than ${longestToken}`,
      );
    }
  }
  const place = typeof namespace === "string" ? namespace : askedNamespace;
  return { kind, ...(place === undefined ? {} : { namespace: place }), ...partsIn(name, nameForm) };
}

function partsIn(text: string, form: string | undefined): Pick<ObjectKey, "name" | "namespace"> {
  if (form === undefined) return { name: text };
  const { name, namespace } = partsOfText(text, form) ?? {};
  if (name === undefined) throw new Unreadable(`the name ${text} does not have the form ${form}`);
  return namespace === undefined ? { name } : { name, namespace };
}

/** Reads deliveries that are objects. An event for a known object is `MODIFIED`; any other event is `ADDED`. */
function objectReader({ kind, operation, there = [] }: EventWords): DeliveryReader {
  const seen = new SeenObjects();
  for (const object of there) seen.keep(object);
  return (value) => {
    const found = valueAt(value, operation.object) ?? null;
    if (isOfOtherType({ kind, operation }, found)) return [];
    const object = resourceIn(kind, found, "delivered");
    const isDeletion = isMarked(operation, found);
    const type = isDeletion ? "DELETED" : seen.changeOf(object, { kind, operation });
    seen.keep(object, type);
    return [{ type, resourceVersion: object.metadata.resourceVersion, object }];
  };
}

/**
 * Reads deliveries that are whole collections. The first collection is the initial state; the events are the
 * differences between successive collections.
 */
function collectionReader({ kind, operation }: EventWords): DeliveryReader {
  let before: ReadonlyMap<string, Resource> | undefined;
  return (value) => {
    const items = itemsAt(value, operation.object);
    if (items === undefined) throw new Unreadable(`a message has no "${operation.object}"`);
    const objects = items.map((item) => resourceIn(kind, item, "delivered"));
    const now = new Map(objects.map((object) => [String(object.metadata.uid), object]));
    const events = before === undefined ? [] : differences(before, now);
    before = now;
    return events;
  };
}

function differences(
  before: ReadonlyMap<string, Resource>,
  now: ReadonlyMap<string, Resource>,
): readonly WatchEvent[] {
  const gone = [...before].filter(([uid]) => !now.has(uid));
  const changed = [...now].filter(
    ([uid, { metadata }]) => before.get(uid)?.metadata.resourceVersion !== metadata.resourceVersion,
  );
  return [
    ...gone.map(([, object]): WatchEvent => {
      const { resourceVersion: version } = object.metadata;
      const key = keyOf(object);
      return { type: "DELETED", resourceVersion: version, isUnversioned: true, key };
    }),
    ...changed.map(([uid, object]): WatchEvent => {
      const type = before.has(uid) ? "MODIFIED" : "ADDED";
      return { type, resourceVersion: object.metadata.resourceVersion, object };
    }),
  ];
}

/**
 * Drops the initial event of an object that is still in its known state. If the state has changed, the event is
 * `MODIFIED`.
 */
function withoutInitial(there: readonly Resource[]): Settle {
  return whileKnown(there, (event, isKnown) => {
    if (event.type !== "ADDED") return { events: [event], isOver: true };
    return { events: isKnown ? [] : [{ ...event, type: "MODIFIED" }], isOver: true };
  });
}

/** Drops events that a watch repeats: those for a known object up to its known version. */
function withoutRepeated(there: readonly Resource[]): Settle {
  return whileKnown(there, (_event, isKnown) => ({ events: [], isOver: isKnown }));
}

type Settle = (event: WatchEvent) => readonly WatchEvent[];

/**
 * Passes the events of each object that existed before the watch to `settle`, until `settle` reports that it is done
 * with the object. `isKnown` is true if the event has the known version.
 */
function whileKnown(
  there: readonly Resource[],
  settle: (
    event: WatchEvent,
    isKnown: boolean,
  ) => {
    readonly events: readonly WatchEvent[];
    readonly isOver: boolean;
  },
): Settle {
  const pending = new Map<string, string>(
    there.map(({ metadata }) => [metadata.uid, metadata.resourceVersion]),
  );
  return (event) => {
    const uid = event.object?.metadata.uid;
    const version = uid === undefined ? undefined : pending.get(uid);
    if (uid === undefined || version === undefined) return [event];
    const { events, isOver } = settle(event, version === event.object?.metadata.resourceVersion);
    if (isOver) pending.delete(uid);
    return events;
  };
}

function endsInitialEvents(operation: WatchOperation, event: JsonValue): boolean {
  const path = operation.initialEventsEnd;
  return path !== undefined && valueAt(event, path) === true;
}

function typeNamed(operation: WatchOperation, name: string): EventMeaning | undefined {
  const names = operation.type?.names ?? {};
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
