import {
  getNamedType,
  GraphQLUnionType,
  isNonNullType,
  isObjectType,
  isOutputType,
  isUnionType,
} from "graphql";
import type { GraphQLNamedType } from "graphql";
import type { WatchOperation } from "#targets/graphql";
import { customFor } from "./argument-words.ts";
import { guessArguments } from "./argument-guesses.ts";
import { collectionOf } from "../schema/collections.ts";
import type { EventOwner } from "./event-places.ts";
import type { Confidence } from "../schema/notebook.ts";
import { usualLexicon } from "../schema/lexicon.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import { NameIndex } from "../schema/name-index.ts";
import { isPlaced } from "./namespace-paths.ts";
import { isListed, isRequired, outputFields } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { roleOf } from "../schema/role-words.ts";
import { filledEvents, statePair } from "./filled-events.ts";
import { payloadOf } from "../schema/payloads.ts";
import { limitedTo, typesAt } from "./shared-feeds.ts";
import { eventPayload, withTopic } from "./topics.ts";
import { unionEvents } from "./union-events.ts";
import { isIdWord, limitingArgument } from "./watch-lacks.ts";
import {
  startOf,
  resumption,
  typedCursor,
  startIn,
  cursorAmong,
  placesIn,
} from "./watch-positions.ts";
import { saidIn, typeMember, enumerationIn, eventTypeOf } from "../schema/event-type-names.ts";

export interface WatchGuess {
  readonly operation: WatchOperation;
  readonly kind?: string;
  readonly isGeneric: boolean;
  readonly isTyped: boolean;
  readonly confidence: Confidence;
  readonly reason: string;
  /** Whether the event types have common names that the schema does not declare. */
  readonly hasUsualNames: boolean;
  /** Set if the object in an event may also have a type other than that of the kind. */
  readonly isAmongOthers?: true;
  /** Set if events have no type. The subscription may be one of several that each report one type of change. */
  readonly isPart?: true;
}

export interface WatchableKinds {
  readonly lexicons: ReadonlyMap<string, Lexicon>;
  readonly names: ReadonlySet<string>;
  /** Names of the enums that mutations take. Such an enum belongs to the object, so it is not the type of an event. */
  readonly written?: ReadonlySet<string>;
}

/**
 * Interprets a subscription as a watch of each kind whose objects its events contain. Empty if it does not report
 * changes to objects.
 */
export function watchesOf(field: RootField, known: WatchableKinds): readonly WatchGuess[] {
  const batched = batchedWatches(field, known);
  if (batched.length > 0) return batched;
  const united = unitedWatches(field, known);
  if (united.length > 0) return united;
  const divided = dividedWatches(field, known);
  if (divided.length > 0) return divided;
  const first = watchOf(field, known);
  if (first === undefined) return [];
  const sharing = kindsSharing(field, first, known.names);
  if (sharing.length > 1) {
    return sharing.flatMap((kind) => {
      const watch = watchOf(field, { ...known, names: new Set([kind]) });
      return watch === undefined ? [] : [amongOthers(field, { ...watch, kind }, known)];
    });
  }
  const [only] = sharing;
  if (only !== undefined) return [amongOthers(field, { ...first, kind: only }, known)];
  const places = placesOfKinds(field, first, known.names);
  if (places.size < 2) return [first];
  return [...places].flatMap(([kind, path]) => {
    const watch = watchOf(field, { ...known, names: new Set([kind]) });
    if (watch === undefined) return [];
    const otherKinds = [...places.values()].filter((other) => other !== path);
    return [{ ...watch, operation: { ...withOwnKey(watch.operation, otherKinds), otherKinds } }];
  });
}

/**
 * Interprets a subscription whose messages contain a list of events and the token of the last event. Empty if there is
 * no such list, or more than one.
 */
function batchedWatches(field: RootField, known: WatchableKinds): readonly WatchGuess[] {
  const named = getNamedType(field.type);
  if (!isObjectType(named) || isListed(field.type)) return [];
  const members = outputFields(named);
  const lists = Object.entries(members).filter(
    ([, inner]) => isListed(inner) && isEventType(getNamedType(inner), known),
  );
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) return [];
  const [events, inner] = only;
  const single = { ...field, type: getNamedType(inner) };
  if (!isOutputType(single.type)) return [];
  return watchesOf({ ...single, type: single.type }, known).map((watch) => {
    const tree = watch.operation.arguments;
    const resumed = resumption(field, members, [events]);
    const typed = typedCursor(field, members, { tree, taken: [events] });
    const cursor = resumed?.cursor ?? typed.cursor ?? cursorAmong(Object.keys(members));
    return {
      ...watch,
      operation: {
        ...watch.operation,
        ...(resumed === undefined ? {} : { arguments: { ...tree, [resumed.argument]: "$cursor" } }),
        events,
        ...(cursor === undefined ? {} : { cursor }),
      },
    };
  });
}

function isEventType(type: GraphQLNamedType, { names, written }: WatchableKinds): boolean {
  if (names.has(type.name) || !isObjectType(type)) return false;
  const { kind } = payloadOf(type, names);
  const members = outputFields(type);
  return kind !== undefined && (saidIn(members) ?? enumerationIn(members, written)) !== undefined;
}

/**
 * Interprets a subscription to a union in which each member type contains objects of one kind and the type of change.
 * Member types without an object are heartbeats. Empty if the objects of two kinds have the same path.
 */
function unitedWatches(
  field: RootField,
  { lexicons, names, written }: WatchableKinds,
): readonly WatchGuess[] {
  const union = getNamedType(field.type);
  if (!isUnionType(union)) return [];
  const members = union.getTypes().map((type) => ({ type, ...payloadOf(type, names) }));
  const bare = members.filter(({ kind }) => kind === undefined);
  const holding = members.flatMap(({ type, kind, result: object }) => {
    if (kind === undefined || object === null || object === "") return [];
    const parts = outputFields(type);
    const eventType = saidIn(parts) ?? enumerationIn(parts, written);
    return eventType === undefined ? [] : [{ kind, object, eventType, parts }];
  });
  const isPlain =
    holding.length + bare.length === members.length &&
    new Set(holding.map(({ kind }) => kind)).size === holding.length &&
    new Set(holding.map(({ object }) => object)).size === holding.length;
  if (!isPlain) return [];
  const silent = Object.fromEntries(bare.map(({ type }) => [type.name, "NONE"] as const));
  return holding.flatMap(({ kind, object, eventType, parts }): readonly WatchGuess[] => {
    const lexicon = lexicons.get(kind) ?? usualLexicon({ name: "", resourceVersion: "" });
    if (isOfOneObject(field, lexicon, kind)) return [];
    const others = holding.filter((one) => one.kind !== kind).map((one) => one.object);
    const called = calledAs(field, lexicon);
    const operation: WatchOperation = {
      ...called,
      type: { path: eventType.path, names: { ...eventType.names, ...silent } },
      ...typedCursor(field, parts, { tree: called.arguments, taken: [eventType.path, object] }),
      ...placesIn(parts, object, { kind, paths: lexicon.paths }),
      object,
      ...(others.length === 0 ? {} : { otherKinds: others }),
    };
    return [
      {
        operation,
        kind,
        isGeneric: false,
        isTyped: true,
        confidence: "medium",
        reason: "its events are a union of types that contain objects",
        hasUsualNames: !eventType.isSaid,
      },
    ];
  });
}

/**
 * Interprets a subscription to a union with several member types for each of several kinds, such as `LockerCreated` and
 * `CourierCreated`. A member type without an object belongs to the kind in its name. Each kind ignores the member types
 * of other kinds. Empty if the changes of a kind cannot be distinguished.
 */
function dividedWatches(field: RootField, known: WatchableKinds): readonly WatchGuess[] {
  const union = getNamedType(field.type);
  if (!isUnionType(union)) return [];
  const held = union.getTypes().map((type) => ({ type, ...payloadOf(type, known.names) }));
  const kinds = new Set(
    held.flatMap(({ kind, result }) => (kind === undefined || result === "" ? [] : [kind])),
  );
  if (kinds.size < 2) return [];
  const index = new NameIndex(kinds);
  const members = held.map(({ type, kind, result }) => ({
    type,
    kind: result === "" ? undefined : (kind ?? index.longestIn(type.name)),
  }));
  const watches = [...kinds].map((kind) => {
    const own = members.filter((one) => one.kind === kind || one.kind === undefined);
    const types = own.map(({ type }) => type);
    const watch = watchOf(
      { ...field, type: new GraphQLUnionType({ name: union.name, types }) },
      { ...known, names: new Set([kind]) },
    );
    return watch && ignoringOtherKinds(watch, members, kind);
  });
  return watches.every((watch) => watch !== undefined) ? watches : [];
}

function ignoringOtherKinds(
  watch: WatchGuess,
  members: readonly { readonly type: GraphQLNamedType; readonly kind: string | undefined }[],
  kind: string,
): WatchGuess | undefined {
  const { type } = watch.operation;
  if (type?.path !== "__typename") return undefined;
  const others = members
    .filter((one) => one.kind !== undefined && one.kind !== kind)
    .map((one) => [one.type.name, "NONE"] as const);
  const names = { ...type.names, ...Object.fromEntries(others) };
  return { ...watch, operation: { ...watch.operation, type: { ...type, names } } };
}

function isOfOneObject(
  { arguments: inputs }: RootField,
  lexicon: Lexicon,
  kind: string | undefined,
): boolean {
  const isKey = (input: Input): boolean => {
    const role = lexicon.roleOf(input);
    return role === "name" || role === "uid" || (kind !== undefined && isIdWord(input.name, kind));
  };
  return limitingArgument(inputs, isKey) !== undefined;
}

function calledAs(field: RootField, lexicon: Lexicon): EventParts["called"] {
  const { tree } = guessArguments(field.arguments, "watch", lexicon);
  const namespace = field.arguments.find((input) => isPlaced(input, lexicon));
  const isPerNamespace = namespace !== undefined && isNonNullType(namespace.type);
  return {
    id: field.name,
    field: field.path,
    arguments: { ...tree, ...switches(field) },
    ...(isPerNamespace ? { perNamespace: true as const } : {}),
    ...startOf(field.arguments, tree),
  };
}

/**
 * Removes the optional start of a watch. A live query starts with the current collection, so its `offset` or `after`
 * skips objects, not changes.
 */
function withoutPosition(
  tree: WatchOperation["arguments"],
  inputs: readonly Input[],
): WatchOperation["arguments"] {
  const sent = Object.entries(tree).filter(
    ([name, value]) =>
      value !== "$cursor" || inputs.some((input) => input.name === name && isRequired(input)),
  );
  return Object.fromEntries(sent);
}

/** Removes a key inside an object of another kind, because the key identifies that object. */
function withOwnKey(operation: WatchOperation, otherKinds: readonly string[]): WatchOperation {
  const { key, ...rest } = operation;
  const isOther = otherKinds.some((other) => key?.name?.startsWith(`${other}.`) === true);
  return isOther ? rest : operation;
}

/**
 * Returns the kinds of the objects in a field of events, if this field is a union. Empty for a field of another type.
 */
function kindsSharing(
  field: RootField,
  { operation }: WatchGuess,
  names: ReadonlySet<string>,
): readonly string[] {
  const { shape, object, type } = operation;
  if (object === "" && shape !== "object") return [];
  if (type !== undefined && type.path === undefined) return [];
  return typesAt(field, object).flatMap(({ name }) => (names.has(name) ? [name] : []));
}

function amongOthers(
  field: RootField,
  watch: WatchGuess & { readonly kind: string },
  { names, lexicons }: WatchableKinds,
): WatchGuess {
  const { kind, operation } = watch;
  const paths = lexicons.get(kind)?.paths;
  if (paths === undefined || operation.shape !== undefined)
    return { ...watch, isAmongOthers: true };
  const types = typesAt(field, operation.object);
  const limited = limitedTo(operation, { types, kinds: names, owner: { kind, paths } });
  return { ...watch, operation: limited, isAmongOthers: true };
}

/** Returns the path of each kind's objects in events, if every kind has its own optional field. */
function placesOfKinds(
  field: RootField,
  { kind, operation }: WatchGuess,
  names: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const { shape, type, object } = operation;
  const isTyped = shape === undefined && type?.path !== undefined && type.path !== "__typename";
  if (kind === undefined || !isTyped || object === "") return new Map();
  const steps = object.split(".").slice(0, -1);
  const holder = steps.reduce(
    (members, step) => {
      const inner = members[step];
      return inner === undefined ? {} : outputFields(getNamedType(inner));
    },
    outputFields(getNamedType(field.type)),
  );
  const found = Object.entries(holder).filter(
    ([, inner]) => !isNonNullType(inner) && !isListed(inner) && names.has(getNamedType(inner).name),
  );
  return new Map(
    found.map(([name, inner]) => [getNamedType(inner).name, [...steps, name].join(".")]),
  );
}

export function watchOf(
  field: RootField,
  { lexicons, names, written }: WatchableKinds,
): WatchGuess | undefined {
  const named = getNamedType(field.type);
  const { kind } = payloadOf(field.type, names);
  const lexicon = lexicons.get(kind ?? "") ?? usualLexicon({ name: "", resourceVersion: "" });
  if (isOfOneObject(field, lexicon, kind)) return undefined;
  const called = withTopic(field, calledAs(field, lexicon), names);
  const isGeneric =
    Object.values(called.arguments).includes("$kind") ||
    field.arguments.some(({ name }) => roleOf(name) === "kind");
  const base = { isGeneric, hasUsualNames: true, isTyped: true };
  const collection = collectionOf(field.type);
  if (collection !== undefined && names.has(collection.item.name)) {
    const { start: _, ...how } = called;
    const operation: WatchOperation = {
      ...how,
      arguments: withoutPosition(called.arguments, field.arguments),
      shape: "collection",
      object: collection.items,
    };
    return {
      ...base,
      operation,
      kind: collection.item.name,
      confidence: "high",
      reason: "it delivers collections",
    };
  }
  if (names.has(named.name)) {
    const operation: WatchOperation = { ...called, shape: "object", object: "" };
    return {
      ...base,
      operation,
      kind: named.name,
      confidence: "high",
      reason: "it delivers objects",
    };
  }
  if (named.name === "ID" || named.name === "String") {
    // The event consists only of an object's key.
    const key = named.name === "ID" ? { uid: "" } : { name: "" };
    return { ...base, operation: { ...called, object: "", key }, ...partReason };
  }
  const owner = { ...(kind === undefined ? {} : { kind }), paths: lexicon.paths };
  return eventWatch(field, { called, kinds: names, isGeneric, owner, written });
}

const partReason = {
  isPart: true,
  confidence: "medium",
  reason: "it may report one type of change",
} as const;

/** Derives the watch of a subscription that delivers an object without an event type. */
function partOf(
  { called, isGeneric }: Pick<EventParts, "called" | "isGeneric">,
  { result, kind }: ReturnType<typeof payloadOf>,
): WatchGuess | undefined {
  if (result === null || kind === undefined) return undefined;
  const operation: WatchOperation = { ...called, shape: "object", object: result };
  return { operation, kind, isGeneric, isTyped: true, hasUsualNames: true, ...partReason };
}

interface EventParts {
  readonly called: Pick<WatchOperation, "arguments" | "field" | "id" | "perNamespace" | "start">;
  readonly kinds: ReadonlySet<string>;
  readonly isGeneric: boolean;
  readonly owner: EventOwner;
  readonly written?: ReadonlySet<string> | undefined;
}

function eventWatch(
  field: RootField,
  { called, kinds, isGeneric, owner, written }: EventParts,
): WatchGuess | undefined {
  const named = getNamedType(field.type);
  if (isUnionType(named)) return unionWatch(field, named, { called, kinds, isGeneric, owner });
  const members = outputFields(named);
  const echoed = field.arguments.map(({ name }) => name);
  const type = typeMember(members, written, echoed);
  const filled =
    type?.isSaid === true ? undefined : filledWatch(members, { called, kinds, isGeneric, owner });
  if (filled !== undefined) return filled;
  const payload = eventPayload(field.type, kinds);
  if (payload.result === null) return undefined;
  if (type === undefined) {
    const parts = { called, kinds, isGeneric, owner };
    return pairedWatch(field, members, parts) ?? partOf({ called, isGeneric }, payload);
  }
  const { result: object, kind } = payload;
  const taken = [type.path, object];
  const resumed = resumption(field, members, taken);
  const operation: WatchOperation = {
    ...called,
    ...(resumed === undefined
      ? {}
      : { arguments: { ...called.arguments, [resumed.argument]: "$cursor" } }),
    type: { path: type.path, names: type.names },
    ...typedCursor(field, members, { tree: called.arguments, taken: [type.path, object] }),
    ...placesIn(members, object, owner),
    ...startIn(called.arguments, members, object),
    ...(resumed === undefined ? {} : { cursor: resumed.cursor }),
    object,
  };
  const reason = type.isSaid
    ? "the type field of its events is an enumeration with a known value for each type of change"
    : "its events have a type, but the schema does not declare its values";
  return {
    operation,
    ...(kind === undefined ? {} : { kind }),
    isGeneric,
    isTyped: kind !== undefined,
    confidence: type.isSaid && !isGeneric ? "high" : "medium",
    reason,
    hasUsualNames: !type.isSaid,
  };
}

/** Interprets a subscription whose events have one field for each type of change. Exactly one of them is set. */
function filledWatch(
  members: ReturnType<typeof outputFields>,
  { called, kinds, isGeneric, owner }: EventParts,
): WatchGuess | undefined {
  const ownerOf = (kind: string): EventOwner => ({ ...owner, kind });
  const found = filledEvents(members, { kinds, ownerOf, meaningOf: eventTypeOf });
  if (found === undefined) return undefined;
  const { kind, names, places } = found;
  const { cursor } = placesIn(members, "", owner);
  return {
    operation: {
      ...called,
      type: { names },
      ...places,
      ...(cursor === undefined ? {} : { cursor }),
      object: "",
    },
    kind,
    isGeneric,
    isTyped: true,
    confidence: "medium",
    reason: "its events have a field for each type of change",
    hasUsualNames: false,
  };
}

/**
 * Interprets a subscription whose events have no type, but the states before and after a change. A creation has no
 * state before it, and a deletion has no state after it.
 */
function pairedWatch(
  field: RootField,
  members: ReturnType<typeof outputFields>,
  { called, isGeneric, kinds, owner }: EventParts,
): WatchGuess | undefined {
  const found = statePair(members, { kinds, owner });
  if (found === undefined) return undefined;
  const { kind, names, places } = found;
  const taken = Object.keys(names);
  const resumed = resumption(field, members, taken);
  const typed = typedCursor(field, members, { tree: called.arguments, taken });
  const cursor = resumed?.cursor ?? typed.cursor ?? placesIn(members, "", owner).cursor;
  const tree =
    resumed === undefined
      ? {}
      : { arguments: { ...called.arguments, [resumed.argument]: "$cursor" } };
  return {
    operation: {
      ...called,
      ...tree,
      type: { names },
      ...places,
      ...(cursor === undefined ? {} : { cursor }),
      object: "",
    },
    kind,
    isGeneric,
    isTyped: true,
    confidence: "medium",
    reason: "its events contain the states before and after a change",
    hasUsualNames: false,
  };
}

/** Interprets a subscription to a union with one member type for each type of change. */
function unionWatch(
  field: RootField,
  named: GraphQLUnionType,
  { called, kinds, isGeneric, owner }: EventParts,
): WatchGuess | undefined {
  const found = unionEvents(named, kinds, { meaningOf: eventTypeOf, owner });
  if (found === undefined) return undefined;
  const { kind, names, shared, silent, ...places } = found;
  const { resourceVersion, cursor: usual } = placesIn(shared, places.object, owner);
  const resumed = resumption(field, shared, [places.object]);
  const typed = typedCursor(field, shared, { tree: called.arguments, taken: [places.object] });
  const cursor = resumed?.cursor ?? typed.cursor ?? usual;
  // A message with only a cursor is a position at which a watch may resume.
  const bookmarks = silent.filter(
    (type) => cursor !== undefined && outputFields(type)[cursor] !== undefined,
  );
  const allNames = {
    ...names,
    ...Object.fromEntries(bookmarks.map(({ name }) => [name, "BOOKMARK"] as const)),
  };
  return {
    operation: {
      ...called,
      ...(resumed === undefined
        ? {}
        : { arguments: { ...called.arguments, [resumed.argument]: "$cursor" } }),
      type: { path: "__typename", names: allNames },
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(cursor === undefined ? {} : { cursor }),
      ...places,
    },
    kind,
    isGeneric,
    isTyped: true,
    confidence: "medium",
    reason: "its events are a union of types that contain objects",
    hasUsualNames: false,
  };
}

/** Boolean arguments that some endpoints require to deliver all changes. */
function switches(field: RootField): Readonly<Record<string, true>> {
  const found = field.arguments.filter(
    (input) =>
      /^(?:subscribeToAll|all|includeAll)$/iu.test(input.name) && customFor(input)?.value === true,
  );
  return Object.fromEntries(found.map(({ name }) => [name, true]));
}
