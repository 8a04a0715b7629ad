import type { GraphQLObjectType, GraphQLUnionType } from "graphql";
import type { WatchEvent } from "#contract";
import type { EventMeaning, WatchOperation } from "#targets/graphql";
import { keyIn, partAmong } from "./event-places.ts";
import type { EventOwner } from "./event-places.ts";
import { payloadOf } from "../schema/payloads.ts";
import { outputFields } from "../schema/root-fields.ts";

export interface UnionEvents {
  readonly kind: string;
  readonly object: string;
  readonly names: Readonly<Record<string, EventMeaning>>;
  /** The fields by which a delete event without an object identifies the object. */
  readonly key?: NonNullable<WatchOperation["key"]>;
  readonly resourceVersion?: string;
  /** The fields that all member types with an object have. */
  readonly shared: ReturnType<typeof outputFields>;
  readonly silent: readonly GraphQLObjectType[];
}

/**
 * Recognizes a union whose member types contain objects of one kind. A member type without an object is a delete event
 * if it identifies the object. Otherwise it reports no change.
 */
export function unionEvents(
  union: GraphQLUnionType,
  kinds: ReadonlySet<string>,
  {
    meaningOf,
    owner,
  }: {
    readonly meaningOf: Meaning;
    readonly owner: EventOwner;
  },
): UnionEvents | undefined {
  const members = union.getTypes().map((type) => ({ type, ...payloadOf(type, kinds) }));
  const holding = members.filter(({ kind, result }) => kind !== undefined && result !== "");
  const bare = members.filter((one) => !holding.includes(one));
  const [first] = holding;
  const isOneKind = holding.every(
    ({ kind, result }) => kind === first?.kind && result === first?.result,
  );
  if (first?.kind === undefined || first.result === null || !isOneKind) return undefined;
  const gone = goneAmong(bare, { holding, meaningOf, owner });
  const silent = bare.filter((one) => one !== gone).map(({ type }) => type);
  const ends = gone === undefined ? endAmong(holding, meaningOf) : [gone];
  // If only one type contains objects, it reports both create and change events.
  const isShared = holding.length === 1;
  if (isShared && gone === undefined) return undefined;
  const names = members.map((one): readonly [string, EventMeaning] => [
    one.type.name,
    silent.includes(one.type)
      ? "NONE"
      : ends.includes(one)
        ? "DELETED"
        : isShared
          ? "UPSERTED"
          : (meaningOf(one.type.name) ?? (one === first ? "ADDED" : "MODIFIED")),
  ]);
  return {
    kind: first.kind,
    object: first.result,
    names: Object.fromEntries(names),
    ...(gone === undefined ? {} : keysIn(gone.type, owner)),
    shared: sharedBy(holding.map(({ type }) => outputFields(type))),
    silent,
  };
}

interface Member {
  readonly type: GraphQLObjectType;
}

type Meaning = (word: string) => WatchEvent["type"] | undefined;

/**
 * Finds the delete event among the member types without an object: the one whose name indicates a deletion, or else the
 * only one that identifies the object.
 */
function goneAmong<One extends Member>(
  bare: readonly One[],
  {
    holding,
    meaningOf,
    owner,
  }: {
    readonly holding: readonly Member[];
    readonly meaningOf: Meaning;
    readonly owner: EventOwner;
  },
): One | undefined {
  const isSaid = ({ type }: Member): boolean => meaningOf(type.name) === "DELETED";
  const deletion = bare.find((one) => isSaid(one));
  if (deletion !== undefined || holding.some((one) => isSaid(one))) return deletion;
  const [only, ...more] = bare.filter(
    ({ type }) => meaningOf(type.name) === undefined && keysIn(type, owner).key !== undefined,
  );
  return more.length === 0 ? only : undefined;
}

/**
 * Finds the delete event among the member types with an object: the one whose name indicates a deletion, or else the
 * last of at least three.
 */
function endAmong<One extends Member>(holding: readonly One[], meaningOf: Meaning): readonly One[] {
  const deletion = holding.filter(({ type }) => meaningOf(type.name) === "DELETED");
  return deletion.length > 0 ? deletion : holding.slice(2).slice(-1);
}

function sharedBy(types: readonly ReturnType<typeof outputFields>[]): UnionEvents["shared"] {
  const [first = {}, ...others] = types;
  return Object.fromEntries(
    Object.entries(first).filter(([name, type]) =>
      others.every((other) => String(other[name]) === String(type)),
    ),
  );
}

function keysIn(
  type: GraphQLObjectType,
  owner: EventOwner,
): Pick<UnionEvents, "key" | "resourceVersion"> {
  const names = Object.keys(outputFields(type));
  const key = keyIn(type, owner);
  const version = partAmong("resourceVersion", names, owner);
  return {
    ...(key === undefined ? {} : { key }),
    ...(version === undefined ? {} : { resourceVersion: version }),
  };
}
