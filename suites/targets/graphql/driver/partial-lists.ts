import {
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
} from "graphql";
import type { GraphQLInputType, GraphQLOutputType, GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { KindDialect } from "../dialect/dialect.ts";
import type { ListOperation } from "../dialect/dialect-operations.ts";
import { fieldOf } from "../requests/prepared-dialect.ts";

/** Scalars for which an argument with an integer value is valid. Their names are conventions, except for `Int`. */
const integers = /^(?:Int|Long|BigInt|Unsigned\w*|Positive\w*|NonNegative\w*|PageSize)$/u;

const continuation = /next|more|cursor|continue|page|token/iu;

/**
 * Finds lists that may continue on pages that the dialect does not map. Maps the id of each list to the argument or
 * field that indicates further pages. A list without such an argument or field returns the whole collection.
 */
export function partialListsOf(
  schema: GraphQLSchema,
  { operations }: KindDialect,
): Readonly<Record<string, string>> {
  const partial = operations.list.flatMap((operation) => {
    const sign = signOfPages(schema, operation);
    return sign === undefined ? [] : [[operation.id, sign] as const];
  });
  return Object.fromEntries(partial);
}

function signOfPages(schema: GraphQLSchema, operation: ListOperation): string | undefined {
  if (operation.pages !== undefined) return undefined;
  const field = fieldOf(schema, "list", operation);
  if (field === undefined) return undefined;
  const sent = operation.arguments;
  const argument = field.args.find((one) =>
    Object.hasOwn(sent, one.name)
      ? hasNumber(sent[one.name])
      : !isRequiredArgument(one) && takesInteger(one.type),
  );
  if (argument !== undefined)
    return `pages, although "${field.name}" has the argument "${argument.name}"`;
  const sign = signIn(field.type, operation);
  return sign === undefined ? undefined : `pages, although "${field.name}" returns "${sign}"`;
}

function hasNumber(tree: JsonValue | undefined): boolean {
  if (typeof tree === "number") return true;
  if (Array.isArray(tree)) return tree.some((item: JsonValue) => hasNumber(item));
  return isJsonObject(tree) && Object.values(tree).some(hasNumber);
}

/** Whether an argument accepts an integer, at most one level deep: `first: Int`, `page: {size: Int}`. */
function takesInteger(type: GraphQLInputType, depth = 0): boolean {
  const named = getNamedType(type);
  if (isScalarType(named)) return integers.test(named.name);
  if (!isInputObjectType(named) || depth > 0) return false;
  return Object.values(named.getFields()).some((field) => takesInteger(field.type, depth + 1));
}

/**
 * Finds a field on the path to the objects that indicates whether more objects follow: `pageInfo.hasNextPage`,
 * `nextToken`.
 */
function signIn(
  type: GraphQLOutputType,
  { items, resourceVersion }: ListOperation,
): string | undefined {
  let holder = getNamedType(type);
  for (const step of items === "" ? [] : items.split(".")) {
    if (!isObjectType(holder)) return undefined;
    const found = Object.values(holder.getFields()).find(
      ({ name, type: of }) =>
        name !== step &&
        name !== resourceVersion &&
        continuation.test(name) &&
        (isLeafType(getNamedType(of)) || /^pageInfo$/iu.test(name)),
    );
    if (found !== undefined) return found.name;
    const next = holder.getFields()[step];
    if (next === undefined) return undefined;
    holder = getNamedType(next.type);
  }
  return undefined;
}
