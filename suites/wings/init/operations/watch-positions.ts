import { GraphQLString, getNamedType, isLeafType, isListType, isNonNullType } from "graphql";
import type { GraphQLNamedType } from "graphql";
import { isJsonObject } from "#contract";
import { startNow } from "#targets/graphql";
import type { ArgumentTree, WatchOperation } from "#targets/graphql";
import { keyBelow, ownPartAmong, partAmong } from "./event-places.ts";
import type { EventOwner } from "./event-places.ts";
import { bareType, inputFields, isListed, isRequired } from "../schema/root-fields.ts";
import type { outputFields, Input, RootField } from "../schema/root-fields.ts";
import { roleOf } from "../schema/role-words.ts";
import { plain } from "../schema/shapes.ts";

/** Returns the start of a watch that requires one: the current time, or the position before all events. */
export function startOf(
  inputs: readonly Input[],
  tree: ArgumentTree,
): Pick<WatchOperation, "start"> {
  return startAmong(inputs.filter(isRequired), tree, isRequired);
}

/** @param isSent Whether a request without a position contains the field. */
function startAmong(
  inputs: readonly Input[],
  tree: ArgumentTree,
  isSent: (input: Input) => boolean,
): Pick<WatchOperation, "start"> {
  for (const input of inputs) {
    const value = valueIn(tree, input.name);
    if (value === undefined) continue;
    if (value === "$cursor") return { start: firstStart(getNamedType(input.type)) };
    // A required list needs an entry, and the entry needs its position.
    const isSentBelow = isListType(bareType(input)) ? (): boolean => true : isSent;
    const below = startAmong(inputFields(input).filter(isSentBelow), value, isSentBelow);
    if (below.start !== undefined) return below;
  }
  return {};
}

function valueIn(tree: ArgumentTree, name: string): ArgumentTree | undefined {
  const own: ArgumentTree | undefined = isJsonObject(tree) ? tree[name] : undefined;
  return Array.isArray(own) ? own[0] : own;
}

function firstStart({ name }: GraphQLNamedType): number | string {
  if (/time|date|instant/iu.test(name)) return startNow;
  return /^(?:string|id)$/iu.test(name) ? "0" : 0;
}

/**
 * Finds the argument that identifies the event after which the watch resumes. Its name equals that of an event field,
 * optionally with a prefix: `lastEventId` and `id`.
 */
export function resumption(
  { arguments: inputs }: RootField,
  members: ReturnType<typeof outputFields>,
  taken: readonly string[],
): { readonly argument: string; readonly cursor: string } | undefined {
  for (const input of inputs) {
    const word = plain(input.name);
    const isStart = /^(?:last|after|since|from|resume|start|cursor|continu)/u.test(word);
    if (isNonNullType(input.type) || !isStart) continue;
    const cursor = Object.entries(members).find(
      ([name, type]) =>
        !taken.includes(name) &&
        isLeafType(getNamedType(type)) &&
        roleOf(name) !== "resourceVersion" &&
        word.endsWith(plain(name)) &&
        getNamedType(type) === getNamedType(input.type),
    );
    if (cursor !== undefined) return { argument: input.name, cursor: cursor[0] };
  }
  return undefined;
}

/** Returns the cursor of an event, if it is the only field with the type of the argument that takes a cursor. */
export function typedCursor(
  { arguments: inputs }: RootField,
  members: ReturnType<typeof outputFields>,
  {
    tree,
    taken,
  }: { readonly tree: WatchOperation["arguments"]; readonly taken: readonly string[] },
): Pick<WatchOperation, "cursor"> {
  const type = inputs.find(({ name }) => tree[name] === "$cursor")?.type;
  // A string may have any content, such as a reason.
  if (type === undefined || getNamedType(type) === GraphQLString) return {};
  const [only, ...others] = Object.entries(members).filter(
    ([name, inner]) =>
      !taken.includes(name) &&
      roleOf(name) === undefined &&
      !isListed(inner) &&
      getNamedType(inner) === getNamedType(type),
  );
  return only === undefined || others.length > 0 ? {} : { cursor: only[0] };
}

/** Returns the cursor of an event, if an argument takes it under the same name inside an object. */
export function startIn(
  tree: WatchOperation["arguments"],
  members: ReturnType<typeof outputFields>,
  object: string,
): Pick<WatchOperation, "cursor"> {
  const steps = stepsTo("$cursor", tree);
  const word = steps.length > 1 ? steps.at(-1) : undefined;
  const cursor = Object.keys(members).find((name) => name === word && name !== object);
  return cursor === undefined ? {} : { cursor };
}

function stepsTo(text: string, tree: ArgumentTree): readonly string[] {
  if (typeof tree !== "object" || tree === null) return [];
  for (const [step, inner] of Object.entries(tree)) {
    if (inner === text) return [step];
    const below = stepsTo(text, inner);
    if (below.length > 0) return [step, ...below];
  }
  return [];
}

export function cursorAmong(names: readonly string[]): string | undefined {
  return names.find((name) => /^(?:cursor|position|offset|resumeToken)$/iu.test(name));
}

/** Finds the version, the cursor and the key in an event, outside its object. */
export function placesIn(
  members: ReturnType<typeof outputFields>,
  object: string,
  owner: EventOwner,
): Pick<WatchOperation, "cursor" | "initialEventsEnd" | "key" | "resourceVersion"> {
  const names = Object.entries(members)
    .filter(([name, type]) => name !== object && !isListed(type))
    .map(([name]) => name);
  const version = partAmong("resourceVersion", names, owner);
  const cursor = cursorAmong(names);
  // The id may identify the event, so it is not used as a key.
  const name = partAmong("name", names, owner);
  const namespace = partAmong("namespace", names, owner);
  const uid = ownPartAmong("uid", names, owner);
  // An id with the kind name, such as `liftId`, identifies the object.
  const isOfObject = uid !== undefined && roleOf(uid) !== "uid";
  const key =
    name === undefined
      ? (keyBelow(members, object, owner) ??
        (isOfObject ? { uid } : undefined) ??
        keyCalled(members, names))
      : { name, ...(namespace === undefined ? {} : { namespace }) };
  return {
    ...(version === undefined ? {} : { resourceVersion: version }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(key === undefined ? {} : { key }),
    ...(names.includes("initialEventsEnd") ? { initialEventsEnd: "initialEventsEnd" } : {}),
  };
}

/**
 * Finds the key of the object in a field with a common name for keys, such as `key` or `objectId`. Delete events that
 * omit the object need such a field.
 */
function keyCalled(
  members: ReturnType<typeof outputFields>,
  names: readonly string[],
): WatchOperation["key"] {
  const found = names.find((name) =>
    /^(?:key|pk|(?:document|entity|item|node|object|record|resource|subject|target)_?(?:id|key))$/iu.test(
      name,
    ),
  );
  const type = found === undefined ? undefined : members[found];
  if (found === undefined || type === undefined || !isLeafType(getNamedType(type)))
    return undefined;
  return getNamedType(type) === GraphQLString ? { name: found } : { uid: found };
}
