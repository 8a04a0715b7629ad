import { getNullableType, isInputObjectType } from "graphql";
import type { GraphQLInputType, GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { StatusOperation } from "../dialect/dialect-operations.ts";
import type { KindDialect } from "../dialect/dialect.ts";
import { typesOf } from "../requests/search-places.ts";
import type { InputTypes } from "../requests/search-places.ts";
import { argumentTypes } from "../requests/write-types.ts";
import { membersKey } from "../schema/argument-tree.ts";

/** A status field that a mutation carries, with its type. Without a type, the mutation may carry the field as a whole. */
export interface CarriedField {
  readonly name: string;
  readonly type?: GraphQLInputType;
}

export function areKnown(
  carried: readonly (readonly CarriedField[] | undefined)[],
): carried is readonly (readonly CarriedField[])[] {
  return !carried.includes(undefined);
}

/**
 * Returns the status fields that a mutation can carry: those of the input types and arguments that take the status.
 * Undefined if the schema does not limit them.
 */
export function carriedBy(
  schema: GraphQLSchema,
  kind: KindDialect,
  operation: StatusOperation,
): readonly CarriedField[] | undefined {
  const { arguments: tree, document, encoding = "plain" } = operation;
  if (document !== undefined || encoding !== "plain") return undefined;
  return carriedIn(argumentTypes({ schema, kind, verb: "updateStatus", operation }), tree);
}

function carriedIn(
  types: InputTypes,
  tree: Readonly<Record<string, JsonValue>>,
): readonly CarriedField[] | undefined {
  const isSpread = tree[membersKey] === "$status";
  const spread = isSpread
    ? Object.entries(types)
        .filter(([name]) => !Object.hasOwn(tree, name))
        .map(([name, type]) => ({ name, type }))
    : [];
  const named = Object.entries(tree)
    .filter(([name]) => !isSpread || name !== membersKey)
    .map(([name, value]) => carriedAt(types[name], value));
  return areKnown(named) ? [...spread, ...named.flat()] : undefined;
}

function carriedAt(
  type: GraphQLInputType | undefined,
  value: JsonValue,
): readonly CarriedField[] | undefined {
  const nullable = type && getNullableType(type);
  const fields = isInputObjectType(nullable) ? typesOf(nullable) : undefined;
  if (value === "$status") {
    return fields && Object.entries(fields).map(([name, own]) => ({ name, type: own }));
  }
  if (typeof value === "string") {
    const [name, ...inner] = /^\$status\.(.+)$/u.exec(value)?.[1]?.split(".") ?? [];
    if (name === undefined) return [];
    return [inner.length > 0 || type === undefined ? { name } : { name, type }];
  }
  if (isJsonObject(value) && fields !== undefined) return carriedIn(fields, value);
  // For example, JSON in a string. A status in it may have any fields.
  return JSON.stringify(value).includes("$status") ? undefined : [];
}
