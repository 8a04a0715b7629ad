import type { GraphQLObjectType, GraphQLUnionType } from "graphql";
import type { WatchEvent } from "#contract";
import type { WatchOperation } from "#targets/graphql";
import { payloadOf } from "./payloads.ts";
import { outputMembers } from "./root-fields.ts";
import { nameFor, roleOf } from "./role-words.ts";
import { plain } from "./shapes.ts";

/** How a union tells what happened: its members are the types of events. */
export interface UnionEvents {
  readonly kind: string;
  readonly object: string;
  readonly names: Readonly<Record<string, WatchEvent["type"]>>;
  /** Where a deletion that carries no object says what is gone. */
  readonly key?: NonNullable<WatchOperation["key"]>;
  readonly resourceVersion?: string;
}

/** Reads a union whose members hold objects of one kind, all but one at least. */
export function unionEvents(
  union: GraphQLUnionType,
  kinds: ReadonlySet<string>,
  {
    meaningOf,
    version,
  }: {
    readonly meaningOf: (word: string) => WatchEvent["type"] | undefined;
    /** Where objects have their version. */
    readonly version: string;
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
  const names = members.map((one): readonly [string, WatchEvent["type"]] => [
    one.type.name,
    ends.includes(one)
      ? "DELETED"
      : (meaningOf(one.type.name) ?? (one === first ? "ADDED" : "MODIFIED")),
  ]);
  return {
    kind: first.kind,
    object: first.result,
    names: Object.fromEntries(names),
    ...(gone === undefined ? {} : keysIn(gone.type, version)),
  };
}

/** What the event of a deletion says of an object that it does not carry. */
function keysIn(
  type: GraphQLObjectType,
  path: string,
): Pick<UnionEvents, "key" | "resourceVersion"> {
  const names = Object.keys(outputMembers(type));
  const uid = names.find((name) => roleOf(name) === "uid");
  const [name, namespace] = [nameFor("name", names), nameFor("namespace", names)];
  const byName =
    name === undefined ? undefined : { name, ...(namespace === undefined ? {} : { namespace }) };
  const key = uid === undefined ? byName : { uid };
  const version =
    names.find((one) => plain(one) === plain(path.split(".").at(-1) ?? "")) ??
    nameFor("resourceVersion", names);
  return {
    ...(key === undefined ? {} : { key }),
    ...(version === undefined ? {} : { resourceVersion: version }),
  };
}
