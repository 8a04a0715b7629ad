import { buildClientSchema, introspectionFromSchema } from "graphql";
import type {
  GraphQLSchema,
  IntrospectionField,
  IntrospectionInputValue,
  IntrospectionNamedTypeRef,
  IntrospectionSchema,
  IntrospectionType,
} from "graphql";

/**
 * Merges the schemas that an endpoint shows to two roles: some endpoints show a role only the fields that it may use.
 * Where they differ otherwise, the first schema decides. An input that only one role has is optional.
 */
export function mergedSchema(first: GraphQLSchema, second: GraphQLSchema): GraphQLSchema {
  // Schemas with the same description are built once.
  if (first === second) return first;
  const { __schema: one } = introspectionFromSchema(first);
  const { __schema: other } = introspectionFromSchema(second);
  const types = mergedBy(one.types, other.types, mergedType);
  if (JSON.stringify(types) === JSON.stringify(one.types)) return first;
  return buildClientSchema({ __schema: { ...one, ...rootsOf(one, other), types } });
}

function rootsOf(
  one: IntrospectionSchema,
  other: IntrospectionSchema,
): Pick<IntrospectionSchema, "mutationType" | "subscriptionType"> {
  return {
    mutationType: one.mutationType ?? other.mutationType,
    subscriptionType: one.subscriptionType ?? other.subscriptionType,
  };
}

function mergedType(one: IntrospectionType, other: IntrospectionType): IntrospectionType {
  if (one.kind === "OBJECT" && other.kind === "OBJECT") {
    return { ...one, fields: mergedBy(one.fields, other.fields, mergedField) };
  }
  if (one.kind === "INTERFACE" && other.kind === "INTERFACE") {
    return {
      ...one,
      fields: mergedBy(one.fields, other.fields, mergedField),
      possibleTypes: mergedBy(one.possibleTypes, other.possibleTypes, firstOf),
    };
  }
  if (one.kind === "UNION" && other.kind === "UNION") {
    return { ...one, possibleTypes: mergedBy(one.possibleTypes, other.possibleTypes, firstOf) };
  }
  if (one.kind === "ENUM" && other.kind === "ENUM") {
    return { ...one, enumValues: mergedBy(one.enumValues, other.enumValues, firstOf) };
  }
  if (one.kind === "INPUT_OBJECT" && other.kind === "INPUT_OBJECT") {
    return { ...one, inputFields: mergedInputs(one.inputFields, other.inputFields) };
  }
  return one;
}

function mergedField(one: IntrospectionField, other: IntrospectionField): IntrospectionField {
  return { ...one, args: mergedInputs(one.args, other.args) };
}

function mergedInputs(
  one: readonly IntrospectionInputValue[],
  other: readonly IntrospectionInputValue[],
): readonly IntrospectionInputValue[] {
  const names = [one, other].map((inputs) => new Set(inputs.map(({ name }) => name)));
  return mergedBy(one, other, firstOf).map((input) =>
    names.every((known) => known.has(input.name)) ? input : optional(input),
  );
}

function optional(input: IntrospectionInputValue): IntrospectionInputValue {
  const { type } = input;
  return type.kind === "NON_NULL" ? { ...input, type: type.ofType } : input;
}

function mergedBy<Item extends { readonly name: string } | IntrospectionNamedTypeRef>(
  one: readonly Item[],
  other: readonly Item[],
  merge: (one: Item, other: Item) => Item,
): readonly Item[] {
  const others = new Map(other.map((item) => [item.name, item]));
  const known = new Set(one.map(({ name }) => name));
  const both = one.map((item) => {
    const twin = others.get(item.name);
    return twin === undefined ? item : merge(item, twin);
  });
  return [...both, ...other.filter(({ name }) => !known.has(name))];
}

function firstOf<Item>(one: Item): Item {
  return one;
}
