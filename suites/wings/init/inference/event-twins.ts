import { getNamedType, isObjectType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType } from "graphql";
import type { KindType } from "./kind-types.ts";
import { outputMembers } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
import { watchesOf } from "./watches.ts";
import type { WatchableKinds, WatchGuess } from "./watches.ts";

/**
 * Interprets a subscription as a watch of a kind although its events contain objects of another type. That type has the
 * fields of the kind, such as `KilnSnapshot` for `Kiln`. Empty if a type has the fields of several kinds.
 */
export function twinWatches(
  field: RootField,
  kinds: readonly KindType[],
  known: WatchableKinds,
): readonly WatchGuess[] {
  const twins = new Map(
    typesIn(getNamedType(field.type), deepest).flatMap((type) => {
      if (known.names.has(type.name)) return [];
      const [only, ...others] = kinds.filter((kind) => !kind.isGeneric && isTwin(type, kind));
      return only === undefined || others.length > 0 ? [] : [[type.name, only] as const];
    }),
  );
  if (twins.size === 0) return [];
  const lexicons = new Map([...twins].map(([name, { lexicon }]) => [name, lexicon]));
  const names = new Set(twins.keys());
  return watchesOf(field, { ...known, lexicons, names }).flatMap((watch) => {
    const twin = twins.get(watch.kind ?? "");
    if (twin === undefined || watch.isGeneric) return [];
    const reason = `${watch.reason}; ${watch.kind ?? ""} has the fields of ${twin.name}`;
    return [{ ...watch, kind: twin.name, isTyped: false, confidence: "medium" as const, reason }];
  });
}

/** Maximum depth of the object in an event, in levels. */
const deepest = 2;

function typesIn(type: GraphQLNamedType, depth: number): readonly GraphQLObjectType[] {
  if (!isObjectType(type)) return [];
  const inner = depth === 0 ? [] : Object.values(outputMembers(type));
  return [type, ...inner.flatMap((one) => typesIn(getNamedType(one), depth - 1))];
}

/** Whether a type has the name, the version, and most of the other fields of a kind, with the same types. */
function isTwin(type: GraphQLObjectType, { type: own, paths }: KindType): boolean {
  const [members, wanted] = [outputMembers(type), outputMembers(own)];
  const isShared = (name: string): boolean => {
    const [one, other] = [members[name], wanted[name]];
    return one !== undefined && other !== undefined && getNamedType(one) === getNamedType(other);
  };
  const shared = Object.keys(wanted).filter(isShared);
  const needed = [paths.name, paths.resourceVersion].map((path) => path.split(".")[0] ?? "");
  return needed.every(isShared) && shared.length > Object.keys(wanted).length / 2;
}
