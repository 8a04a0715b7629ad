import { isNonNullType, isObjectType } from "graphql";
import type { GraphQLSchema } from "graphql";
import type { KindDialect } from "#targets/graphql";
import { leavesOf } from "./shapes.ts";

const word = /delet|remov|destroy|discard|archiv|retire|decommission|tombstone|gone|purged/iu;

/** Maximum number of fields to test. */
const most = 4;

/** Returns the fields of a kind that may mark an object as deleted: nullable values, and Booleans. */
export function deletionMarkers(
  schema: GraphQLSchema,
  { name, type: typeName = name, paths }: KindDialect,
): readonly string[] {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return [];
  const leaves = leavesOf(type).filter(
    (leaf) => !isNonNullType(leaf.type) || String(leaf.type) === "Boolean!",
  );
  const worded = leaves.filter((leaf) => word.test(leaf.name)).map(({ path }) => path);
  const known = paths.deletionTimestamp === undefined ? [] : [paths.deletionTimestamp];
  return [...new Set([...known, ...worded])].slice(0, most);
}
