import { getNamedType, isUnionType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType } from "graphql";
import type { EventMeaning, WatchOperation } from "#targets/graphql";
import { ownPartAmong } from "./event-places.ts";
import type { EventOwner } from "./event-places.ts";
import { NameIndex } from "../schema/name-index.ts";
import { outputFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";

/** Returns the object types in a field of events that is a union. Empty for a field of another type. */
export function typesAt(field: RootField, path: string): readonly GraphQLObjectType[] {
  const at = path
    .split(".")
    .filter((step) => step !== "")
    .reduce((named: GraphQLNamedType | undefined, step) => {
      const inner = named === undefined ? undefined : outputFields(named)[step];
      return inner === undefined ? undefined : getNamedType(inner);
    }, getNamedType(field.type));
  return isUnionType(at) ? at.getTypes() : [];
}

/**
 * Limits the watch of a subscription to several kinds to one kind. If event types contain the kind, such as
 * `PUMPS_CREATE`, ignores those of other kinds. If a type of the union is no kind but has the id, it is the content of
 * deletions.
 */
export function limitedTo(
  operation: WatchOperation,
  {
    types,
    kinds,
    owner,
  }: {
    readonly types: readonly GraphQLObjectType[];
    readonly kinds: ReadonlySet<string>;
    readonly owner: EventOwner & { readonly kind: string };
  },
): WatchOperation {
  const { type, object } = operation;
  const uids = types
    .filter(({ name }) => !kinds.has(name))
    .flatMap((one) => ownPartAmong("uid", Object.keys(outputFields(one)), owner) ?? []);
  const [uid, ...others] = new Set(uids);
  const isKeyed = operation.key === undefined && uid !== undefined && others.length === 0;
  return {
    ...operation,
    ...(type === undefined ? {} : { type: { ...type, names: ownNames(type.names, types, owner) } }),
    ...(isKeyed ? { key: { uid: `${object}.${uid}` } } : {}),
  };
}

const changes: readonly EventMeaning[] = ["ADDED", "MODIFIED", "DELETED"];

function ownNames(
  names: NonNullable<WatchOperation["type"]>["names"],
  types: readonly GraphQLObjectType[],
  { kind }: { readonly kind: string },
): NonNullable<WatchOperation["type"]>["names"] {
  const index = new NameIndex(types.map(({ name }) => name));
  const all = Object.entries(names);
  const isOwn = ([name]: readonly [string, EventMeaning]): boolean =>
    index.longestIn(name) === kind;
  const own = new Set(all.filter(isOwn).map(([, meaning]) => meaning));
  if (!changes.every((one) => own.has(one))) return names;
  return Object.fromEntries(
    all.map((one) => [
      one[0],
      isOwn(one) || index.longestIn(one[0]) === undefined ? one[1] : "NONE",
    ]),
  );
}
