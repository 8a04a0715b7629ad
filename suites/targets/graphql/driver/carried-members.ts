import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { KindDialect } from "../dialect/dialect.ts";
import type { StatusOperation } from "../dialect/operations.ts";
import { membersKey } from "../schema/argument-tree.ts";
import { statusShapeOf } from "./kind-shapes.ts";

/**
 * The status fields that each mutation writes, if some mutation, such as `setPhase`, writes only part of the status.
 * Undefined if every mutation writes the whole status.
 */
export function carriedMembers(
  schema: GraphQLSchema,
  kind: KindDialect,
): Readonly<Record<string, readonly string[]>> | undefined {
  const sampled = new Set(kind.samples.statuses.flatMap((status) => Object.keys(status)));
  const carried = kind.operations.updateStatus.flatMap((operation) => {
    const names = membersOf(schema, kind, operation);
    return names === undefined ? [] : [[operation.id, names] as const];
  });
  const partial = carried.filter(([, names]) => [...sampled].some((one) => !names.includes(one)));
  return partial.length === 0 ? undefined : Object.fromEntries(partial);
}

function membersOf(
  schema: GraphQLSchema,
  kind: KindDialect,
  operation: StatusOperation,
): readonly string[] | undefined {
  if (operation.document !== undefined || (operation.encoding ?? "plain") !== "plain") {
    return undefined;
  }
  const texts = textsIn(operation.arguments);
  const named = texts.flatMap((text) => /^\$status\.([^.]+)$/u.exec(text)?.[1] ?? []);
  if (!texts.includes("$status")) return named.length === 0 ? undefined : named;
  const shape = statusShapeOf(schema, kind, operation);
  if (shape?.kind !== "object") return undefined;
  return [...named, ...shape.members.map(({ name }) => name)];
}

function textsIn(tree: JsonValue): readonly string[] {
  if (typeof tree === "string") return [tree];
  if (Array.isArray(tree)) return tree.flatMap((item: JsonValue) => textsIn(item));
  if (!isJsonObject(tree)) return [];
  // A spread of fields is listed under its own key.
  return [tree[membersKey] ?? [], ...Object.values(tree)].flatMap((inner) => textsIn(inner));
}
