import type { GraphQLObjectType, GraphQLUnionType } from "graphql";
import type { WatchEvent } from "#contract";
import type { EventMeaning, WatchOperation } from "#targets/graphql";
import { keyAmong, partAmong } from "./event-places.ts";
import type { EventOwner } from "./event-places.ts";
import { payloadOf } from "./payloads.ts";
import { outputMembers } from "./root-fields.ts";

/** A union whose members are the event types. */
export interface UnionEvents {
  readonly kind: string;
  readonly object: string;
  readonly names: Readonly<Record<string, EventMeaning>>;
  /** The fields by which a deletion event identifies an object that it does not contain. */
  readonly key?: NonNullable<WatchOperation["key"]>;
  readonly resourceVersion?: string;
}

/** Recognizes a union whose members contain objects of one kind. At most one member, the deletion, may contain none. */
export function unionEvents(
  union: GraphQLUnionType,
  kinds: ReadonlySet<string>,
  {
    meaningOf,
    owner,
  }: {
    readonly meaningOf: (word: string) => WatchEvent["type"] | undefined;
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
  if (first?.kind === undefined || first.result === null || !isOneKind || bare.length > 1)
    return undefined;
  const [gone] = bare;
  const ends = gone === undefined ? holding.slice(2).slice(-1) : bare;
  // A single type that contains objects reports creations and changes.
  const isShared = holding.length === 1 && gone !== undefined;
  const names = members.map((one): readonly [string, EventMeaning] => [
    one.type.name,
    ends.includes(one)
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
  };
}

/** The fields by which a deletion event identifies an object that it does not contain. */
function keysIn(
  type: GraphQLObjectType,
  owner: EventOwner,
): Pick<UnionEvents, "key" | "resourceVersion"> {
  const names = Object.keys(outputMembers(type));
  const key = keyAmong(names, owner);
  const version = partAmong("resourceVersion", names, owner);
  return {
    ...(key === undefined ? {} : { key }),
    ...(version === undefined ? {} : { resourceVersion: version }),
  };
}
