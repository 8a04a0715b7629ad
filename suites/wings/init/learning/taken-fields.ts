import {
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from "graphql";
import type { GraphQLInputType, GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import { membersKey, prepareDialect } from "#targets/graphql";
import type { ArgumentTree, Dialect } from "#targets/graphql";
import { kindNamed } from "../requests/trial-requests.ts";

/**
 * Returns the fields of a kind's spec or status that its mutations take. Undefined if a mutation takes any field, as
 * with JSON scalars, or if no mutation takes that spec or status.
 */
export function takenFields(
  schema: GraphQLSchema,
  dialect: Dialect,
  { kind: name, part }: { readonly kind: string; readonly part: "spec" | "status" },
): ReadonlySet<string> | undefined {
  const verbs = part === "spec" ? (["create", "update"] as const) : (["updateStatus"] as const);
  const fields = verbs.flatMap((verb) =>
    fieldsOfVerb(schema, dialect, { kind: name, verb, part: `$${part}`, fieldsOf: allIn }),
  );
  if (fields.length === 0 || fields.includes("any")) return undefined;
  const names = namesOf(fields);
  return names.size === 0 ? undefined : names;
}

/**
 * Returns the spec fields that every create mutation of a kind requires. Undefined if a create mutation takes any
 * field.
 */
export function requiredFields(
  schema: GraphQLSchema,
  dialect: Dialect,
  name: string,
): ReadonlySet<string> | undefined {
  const of = { kind: name, verb: "create", part: "$spec", fieldsOf: requiredIn } as const;
  const fields = fieldsOfVerb(schema, dialect, of);
  return fields.includes("any") ? undefined : namesOf(fields);
}

type Fields = readonly string[] | "any";

interface Search {
  readonly part: string;
  /** Returns undefined if the input type of a whole spec or status takes any field. */
  readonly fieldsOf: (type: GraphQLInputType | undefined) => readonly string[] | undefined;
}

function fieldsOfVerb(
  schema: GraphQLSchema,
  dialect: Dialect,
  {
    kind: name,
    verb,
    ...search
  }: Search & { readonly kind: string; readonly verb: "create" | "update" | "updateStatus" },
): readonly Fields[] {
  const kind = kindNamed(dialect, name);
  if (kind === undefined) return [];
  const prepared = prepareDialect(schema, { ...dialect, kinds: [kind] });
  return kind.operations[verb].flatMap(({ id, arguments: tree }) => {
    const slots = prepared.slots(name, verb, id);
    return Object.entries(tree).map(([argument, inner]) =>
      fieldsIn(inner, slots[argument]?.type, search),
    );
  });
}

function namesOf(fields: readonly Fields[]): ReadonlySet<string> {
  return new Set(fields.flatMap((each) => (each === "any" ? [] : each)));
}

function fieldsIn(tree: ArgumentTree, type: GraphQLInputType | undefined, search: Search): Fields {
  const { part, fieldsOf } = search;
  if (tree === part) return fieldsOf(type) ?? "any";
  if (typeof tree === "string") {
    const isSought = tree.startsWith(`${part}.`) && (fieldsOf === allIn || isNonNullType(type));
    return isSought ? [tree.slice(part.length + 1).split(".")[0] ?? ""] : [];
  }
  if (Array.isArray(tree)) {
    const nullable = type && getNullableType(type);
    const item = isListType(nullable) ? nullable.ofType : undefined;
    return together(tree.map((inner: ArgumentTree) => fieldsIn(inner, item, search)));
  }
  if (!isJsonObject(tree)) return [];
  const nullable = type && itemType(type);
  const fields = isInputObjectType(nullable) ? nullable.getFields() : {};
  return together(
    Object.entries(tree).map(([name, inner]) =>
      name === membersKey && inner === part
        ? (fieldsOf(type)?.filter((one) => !Object.hasOwn(tree, one)) ?? "any")
        : fieldsIn(inner, Object.hasOwn(fields, name) ? fields[name]?.type : undefined, search),
    ),
  );
}

/** Returns the item type of a list, because GraphQL coerces a single item to a list of one. */
function itemType(type: GraphQLInputType): GraphQLInputType {
  const nullable = getNullableType(type);
  return isListType(nullable) ? itemType(nullable.ofType) : nullable;
}

function together(all: readonly Fields[]): Fields {
  return all.includes("any") ? "any" : all.flatMap((each) => (each === "any" ? [] : each));
}

function allIn(type: GraphQLInputType | undefined): readonly string[] | undefined {
  const nullable = type && getNullableType(type);
  if (isListType(nullable)) return allIn(nullable.ofType);
  return isInputObjectType(nullable) ? Object.keys(nullable.getFields()) : undefined;
}

function requiredIn(type: GraphQLInputType | undefined): readonly string[] | undefined {
  const nullable = type && getNullableType(type);
  if (isListType(nullable)) return requiredIn(nullable.ofType);
  return isInputObjectType(nullable)
    ? Object.values(nullable.getFields())
        .filter(isRequiredInputField)
        .map(({ name }) => name)
    : undefined;
}
