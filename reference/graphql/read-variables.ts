import { getVariableValues, isInputType, isNonNullType, typeFromAST } from "graphql";
import type { GraphQLError, GraphQLSchema, VariableDefinitionNode } from "graphql";
import { fitsOf } from "../values/fits.ts";
import type { Fits } from "../values/fits.ts";

/** Coerces the variables of a request like GraphQL's `getVariableValues`. */
export type ReadVariables = (given: Readonly<Record<string, unknown>>) => ReadResult;

type ReadResult =
  | { readonly coerced: Record<string, unknown>; readonly errors?: never }
  | { readonly coerced?: never; readonly errors: readonly GraphQLError[] };

/**
 * Compiles the coercion of an operation's variables. A value that already matches its type is used unchanged. GraphQL
 * coerces other values and reports errors.
 */
export function prepareVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): ReadVariables {
  const variables = definitions.map((definition) => variableOf(schema, definition));
  return (given) => {
    const coerced: Record<string, unknown> = {};
    for (const { name, fits, isOptional } of variables) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (fits(value)) coerced[name] = value;
      else if (!isOptional || Object.hasOwn(given, name)) {
        return getVariableValues(schema, definitions, given, { maxErrors });
      }
    }
    return { coerced };
  };
}

const maxErrors = 50;

interface Variable {
  readonly name: string;
  readonly fits: Fits;
  /** Whether the variable is nullable and has no default. */
  readonly isOptional: boolean;
}

function variableOf(schema: GraphQLSchema, definition: VariableDefinitionNode): Variable {
  const type = typeFromAST(schema, definition.type);
  return {
    name: definition.variable.name.value,
    fits: isInputType(type) ? fitsOf(type) : () => false,
    isOptional: definition.defaultValue === undefined && !isNonNullType(type),
  };
}
