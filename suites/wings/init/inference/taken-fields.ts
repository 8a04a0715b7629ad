import { getNullableType, isInputObjectType, isListType } from "graphql";
import type { GraphQLInputType, GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import { membersKey, prepareDialect } from "#targets/graphql";
import type { ArgumentTree, Dialect } from "#targets/graphql";
import { kindNamed } from "./trial-requests.ts";

/**
 * Returns the fields of a kind's spec or status that its mutations take. Undefined if one of the mutations takes any
 * field, as with JSON scalars, or if none takes the spec or status in question.
 */
export function takenFields(
  schema: GraphQLSchema,
  dialect: Dialect,
  { kind: name, part }: { readonly kind: string; readonly part: "spec" | "status" },
): ReadonlySet<string> | undefined {
  const kind = kindNamed(dialect, name);
  if (kind === undefined) return undefined;
  const prepared = prepareDialect(schema, { ...dialect, kinds: [kind] });
  const verbs = part === "spec" ? (["create", "update"] as const) : (["updateStatus"] as const);
  const found = verbs.flatMap((verb) =>
    kind.operations[verb].map(({ id, arguments: tree }) => {
      const slots = prepared.slots(name, verb, id);
      return Object.entries(tree).map(([argument, inner]) =>
        fieldsIn(inner, slots[argument]?.type, `$${part}`),
      );
    }),
  );
  const fields = found.flat();
  if (fields.length === 0 || fields.includes("any")) return undefined;
  const names = new Set(fields.flatMap((each) => (each === "any" ? [] : each)));
  return names.size === 0 ? undefined : names;
}

type Fields = readonly string[] | "any";

function fieldsIn(tree: ArgumentTree, type: GraphQLInputType | undefined, part: string): Fields {
  if (tree === part) return fieldsOf(type) ?? "any";
  if (typeof tree === "string") {
    return tree.startsWith(`${part}.`) ? [tree.slice(part.length + 1).split(".")[0] ?? ""] : [];
  }
  if (Array.isArray(tree)) {
    const nullable = type && getNullableType(type);
    const item = isListType(nullable) ? nullable.ofType : undefined;
    return together(tree.map((inner: ArgumentTree) => fieldsIn(inner, item, part)));
  }
  if (!isJsonObject(tree)) return [];
  const nullable = type && getNullableType(type);
  const fields = isInputObjectType(nullable) ? nullable.getFields() : {};
  return together(
    Object.entries(tree).map(([name, inner]) =>
      name === membersKey && inner === part
        ? (fieldsOf(type)?.filter((one) => !Object.hasOwn(tree, one)) ?? "any")
        : fieldsIn(inner, Object.hasOwn(fields, name) ? fields[name]?.type : undefined, part),
    ),
  );
}

function together(all: readonly Fields[]): Fields {
  return all.includes("any") ? "any" : all.flatMap((each) => (each === "any" ? [] : each));
}

function fieldsOf(type: GraphQLInputType | undefined): readonly string[] | undefined {
  const nullable = type && getNullableType(type);
  if (isListType(nullable)) return fieldsOf(nullable.ofType);
  return isInputObjectType(nullable) ? Object.keys(nullable.getFields()) : undefined;
}
