import { getNamedType, isObjectType } from "graphql";
import type { GraphQLNamedType, GraphQLObjectType } from "graphql";
import type { KindType } from "./kind-types.ts";
import { placesIn } from "../schema/field-candidates.ts";
import { outputFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { watchesOf } from "../operations/watch-guesses.ts";
import type { WatchableKinds, WatchGuess } from "../operations/watch-guesses.ts";

/**
 * Interprets a subscription as a watch of a kind although its events contain objects of another type. That type has the
 * fields of the kind, such as `KilnSnapshot` for `Kiln`. Ignores types that have the fields of several kinds.
 */
export function similarWatches(
  field: RootField,
  kinds: readonly KindType[],
  known: WatchableKinds,
): readonly WatchGuess[] {
  const similar = new Map(
    typesIn(getNamedType(field.type), deepest).flatMap((type) => {
      if (known.names.has(type.name)) return [];
      const [only, ...others] = kinds.filter((kind) => !kind.isGeneric && isSimilar(type, kind));
      return only === undefined || others.length > 0 ? [] : [[type.name, only] as const];
    }),
  );
  if (similar.size === 0) return [];
  const lexicons = new Map([...similar].map(([name, { lexicon }]) => [name, lexicon]));
  const names = new Set(similar.keys());
  return watchesOf(field, { ...known, lexicons, names }).flatMap((watch) => {
    const kind = similar.get(watch.kind ?? "");
    if (kind === undefined || watch.isGeneric) return [];
    const reason = `${watch.reason}; ${watch.kind ?? ""} has the fields of ${kind.name}`;
    return [{ ...watch, kind: kind.name, isTyped: false, confidence: "medium" as const, reason }];
  });
}

/** Maximum depth of the object in an event, in levels. */
const deepest = 2;

function typesIn(type: GraphQLNamedType, depth: number): readonly GraphQLObjectType[] {
  if (!isObjectType(type)) return [];
  const inner = depth === 0 ? [] : Object.values(outputFields(type));
  return [type, ...inner.flatMap((one) => typesIn(getNamedType(one), depth - 1))];
}

/**
 * Whether a type has all recognized fields of a kind, with the same types. Events without one of them would look like
 * events for objects that lost it.
 */
function isSimilar(type: GraphQLObjectType, { type: own, paths, anatomy }: KindType): boolean {
  if (anatomy === undefined) return false;
  const [members, wanted] = [outputFields(type), outputFields(own)];
  const isShared = (name: string): boolean => {
    const [one, other] = [members[name], wanted[name]];
    return one !== undefined && other !== undefined && getNamedType(one) === getNamedType(other);
  };
  const places = Object.values(paths)
    .flatMap(placesIn)
    .flatMap((path) => path.split(".")[0] ?? []);
  return [...places, ...anatomy.spec, ...anatomy.status].every(isShared);
}
