import { getNamedType, isObjectType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { collectionFor } from "./kind-types.ts";
import { keysIn, matchesOf } from "../schema/identity.ts";
import { isRequired } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { plain } from "../schema/shapes.ts";

interface Listing {
  readonly field: RootField;
  readonly item: GraphQLObjectType;
  readonly items: string;
  /** Names of the required keys. */
  readonly keys: readonly string[];
}

/**
 * Turns queries that find one object by its keys, but return it in a list, such as `drone(hangar, callsign)` with the
 * result `{ rows { … } }`, into reads. Another query must list the objects with fewer keys. Only for types without
 * other reads.
 */
export function withRowReads(
  queries: readonly RootField[],
  isRead: (type: string) => boolean,
): readonly RootField[] {
  const direct = new Set(queries.map(({ type }) => getNamedType(type).name));
  const listings = queries.flatMap((field): readonly Listing[] => {
    const { item, items = "" } = collectionFor(field, direct) ?? {};
    if (!isObjectType(item) || isRead(item.name)) return [];
    const keys = keysIn(field.arguments.filter(isRequired)).map(({ name }) => name);
    return [{ field, item, items, keys }];
  });
  const rows = new Map(
    listings.filter((one) => findsOne(one, listings)).map((one) => [one.field, one]),
  );
  return queries.map((field) => {
    const row = rows.get(field);
    return row === undefined ? field : readOf(row);
  });
}

function findsOne(one: Listing, all: readonly Listing[]): boolean {
  const { field, item, keys } = one;
  if (keys.length === 0 || matchesOf(item, field) < keys.length) return false;
  const lists = all.filter(
    (other) =>
      other.item === item &&
      other.keys.length < keys.length &&
      other.keys.every((key) => keys.includes(key)),
  );
  // A list may require its namespace. Only its name shows whether a single key finds one object or several.
  const isMost = all.every((other) => other.item !== item || other.keys.length <= keys.length);
  return lists.length > 0 && isMost && (keys.length > 1 || isSingular(field, item));
}

/** Whether a name contains the name of a type in the singular, such as `drone` or `droneByCallsign`. */
function isSingular({ name }: RootField, { name: type }: GraphQLObjectType): boolean {
  const at = plain(name).indexOf(plain(type));
  return at >= 0 && !/^e?s/u.test(plain(name).slice(at + plain(type).length));
}

function readOf({ field, item, items }: Listing): RootField {
  const result = [field.result ?? "", items].filter((step) => step !== "").join(".");
  return { ...field, type: item, result };
}
