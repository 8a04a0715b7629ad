import {
  getNamedType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from "graphql";
import type { GraphQLNamedType, GraphQLObjectType, GraphQLOutputType } from "graphql";
import type { OutcomeMatcher } from "#targets/graphql";
import { memoized } from "#contract";
import { isListed, outputFields } from "./root-fields.ts";
import { nameFor } from "./role-words.ts";

export interface Payload {
  readonly result: string | null;
  readonly kind?: string;
}

/** Finds the object in the result of a field, at most two levels deep. */
export function payloadOf(type: GraphQLOutputType, kinds: ReadonlySet<string>): Payload {
  return payloadsFor(kinds)(getNamedType(type));
}

/** Like `payloadOf`, but also finds objects in a list, as returned by a write of several objects. */
export function writtenIn(type: GraphQLOutputType, kinds: ReadonlySet<string>): Payload {
  const found = payloadOf(type, kinds);
  if (found.kind !== undefined) return found;
  const listed: readonly (readonly [string, GraphQLOutputType])[] = [
    ["", type],
    ...Object.entries(outputFields(getNamedType(type))),
  ];
  const [result, of] =
    listed.find(([, inner]) => isListed(inner) && kinds.has(getNamedType(inner).name)) ?? [];
  if (result === undefined || of === undefined) return found;
  return { result, kind: getNamedType(of).name };
}

const payloadsFor = memoized((kinds: ReadonlySet<string>) =>
  memoized(
    (type: GraphQLNamedType): Payload =>
      typedIn(type, kinds, 1) ?? typedIn(type, kinds, 2) ?? boxedIn(type),
  ),
);

function typedIn(
  type: GraphQLNamedType,
  kinds: ReadonlySet<string>,
  depth: number,
): Payload | undefined {
  if (kinds.has(type.name)) return { result: "", kind: type.name };
  if (depth === 0) return undefined;
  if (isUnionType(type)) {
    return firstOf(type.getTypes(), (member) => typedIn(member, kinds, depth));
  }
  return firstOf(latestFirst(Object.entries(outputFields(type))), ([name, inner]) => {
    if (isListed(inner) || /conflict|error/iu.test(name)) return undefined;
    const below = typedIn(getNamedType(inner), kinds, depth - 1);
    return below && { ...below, result: below.result === "" ? name : `${name}.${below.result}` };
  });
}

/** Sorts fields with the state of an object before a change, such as `old` or `previousKiln`, after all others. */
function latestFirst<Value>(
  members: readonly (readonly [string, Value])[],
): readonly (readonly [string, Value])[] {
  const isEarlier = ([name]: readonly [string, Value]): boolean => isEarlierState(name);
  return [...members.filter((one) => !isEarlier(one)), ...members.filter(isEarlier)];
}

/** Whether a field has the state of an object before a change, judging by its name: `old` or `previousKiln`. */
export function isEarlierState(name: string): boolean {
  return earlierState.test(name);
}

const earlierState = /^(?:before|former|old|prev|previous|prior)(?:$|[\p{Lu}_])/u;

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function boxedIn(type: GraphQLNamedType): Payload {
  if (isOpen(type)) return { result: "" };
  const boxed = Object.entries(outputFields(type)).find(
    ([name, inner]) =>
      isOpen(getNamedType(inner)) && /^(?:object|resource|result|item|value|node)$/iu.test(name),
  );
  return { result: boxed === undefined ? null : boxed[0] };
}

function isOpen(type: GraphQLNamedType): boolean {
  return isScalarType(type) && !isSpecifiedScalarType(type);
}

/**
 * Returns the matcher for a conflict that a payload reports without a GraphQL error: in a field, or as a separate type.
 */
export function conflictIn(type: GraphQLOutputType): OutcomeMatcher | undefined {
  return conflictOf(getNamedType(type));
}

const conflictOf = memoized((named: GraphQLNamedType): OutcomeMatcher | undefined => {
  if (isUnionType(named)) {
    const member = named.getTypes().find(({ name }) => /conflict/iu.test(name));
    if (member === undefined) return undefined;
    const current = versionOf(member);
    const payload = { path: "__typename", value: member.name };
    return {
      reason: "conflict",
      payload: current === undefined ? payload : { ...payload, currentResourceVersion: current },
    };
  }
  const found = Object.entries(outputFields(named)).find(([name]) => /conflict/iu.test(name));
  if (found === undefined) return undefined;
  const [path, inner] = found;
  const held = getNamedType(inner);
  const current = isObjectType(held) ? versionOf(held) : undefined;
  const more = current === undefined ? {} : { currentResourceVersion: `${path}.${current}` };
  return { reason: "conflict", payload: { path, ...more } };
});

function versionOf(type: GraphQLObjectType): string | undefined {
  const names = Object.keys(type.getFields());
  return (
    nameFor("resourceVersion", names) ?? names.find((name) => /version|revision|rv$/iu.test(name))
  );
}
