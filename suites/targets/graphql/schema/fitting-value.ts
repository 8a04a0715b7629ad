import { isInputObjectType, isInputType, isListType, isNonNullType, typeFromAST } from "graphql";
import type {
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLSchema,
  VariableDefinitionNode,
} from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";

/**
 * Whether an input value is certain to be accepted. False for some accepted values, such as a single item for a list.
 */
type Fits = (value: unknown) => boolean;

/** The compiled predicates, keyed by type. Each type is compiled once, because input types may be recursive. */
type Known = Map<GraphQLInputObjectType, Fits>;

/**
 * Returns a predicate that is true if the variables of a request are certain to fit their types. Most requests can then
 * skip the coercion, and coercion takes ten times as long.
 */
export function fittingVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): (variables: JsonObject) => boolean {
  const known: Known = new Map();
  const defined = definitions.map((definition) => {
    const type = typeFromAST(schema, definition.type);
    return {
      name: definition.variable.name.value,
      fits: isInputType(type) ? compile(type, known) : refuse,
      isOptional: definition.defaultValue !== undefined || !isNonNullType(type),
    };
  });
  return (variables) =>
    defined.every(({ name, fits, isOptional }) =>
      Object.hasOwn(variables, name) ? fits(variables[name]) : isOptional,
    );
}

function refuse(): boolean {
  return false;
}

function compile(type: GraphQLInputType, known: Known): Fits {
  if (isNonNullType(type)) {
    const fits = compile(type.ofType, known);
    return (value) => value !== null && fits(value);
  }
  if (isListType(type)) {
    const fits = compile(type.ofType, known);
    return (value) => value === null || (Array.isArray(value) && value.every(fits));
  }
  if (isInputObjectType(type)) return known.get(type) ?? compileObject(type, known);
  return (value) => {
    if (value === null) return true;
    if (value === undefined) return false;
    try {
      return type.parseValue(value) !== undefined;
    } catch {
      return false;
    }
  };
}

function compileObject(type: GraphQLInputObjectType, known: Known): Fits {
  const members = new Map<string, Fits>();
  const required: string[] = [];
  const fits: Fits = (value) => {
    if (value === null) return true;
    if (type.isOneOf || !isJsonObject(value)) return false;
    for (const name of Object.keys(value)) {
      if (members.get(name)?.(value[name]) !== true) return false;
    }
    return required.every((name) => Object.hasOwn(value, name));
  };
  known.set(type, fits);
  for (const { name, type: of, defaultValue } of Object.values(type.getFields())) {
    members.set(name, compile(of, known));
    if (isNonNullType(of) && defaultValue === undefined) required.push(name);
  }
  return fits;
}
