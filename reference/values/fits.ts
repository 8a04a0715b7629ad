import { isInputObjectType, isListType, isNonNullType } from "graphql";
import type { GraphQLInputObjectType, GraphQLInputType } from "graphql";
import { isJsonObject } from "#contract";

/** Whether coercion would return a value unchanged, because it matches the type and needs no default. */
export type Fits = (value: unknown) => boolean;

/** Compiles a check that tests whether a value matches a type. Most values match and need not be copied. */
export function fitsOf(type: GraphQLInputType): Fits {
  return compile(type, new Map());
}

/** The checks by type. Each type is compiled once, because input types can be recursive. */
type Known = Map<GraphQLInputObjectType, Fits>;

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
      return type.parseValue(value) === value;
    } catch {
      return false;
    }
  };
}

function compileObject(type: GraphQLInputObjectType, known: Known): Fits {
  const members = new Map<string, Fits>();
  const needed: string[] = [];
  const fits: Fits = (value) => {
    if (value === null) return true;
    if (type.isOneOf || !isJsonObject(value)) return false;
    for (const name of Object.keys(value)) {
      if (members.get(name)?.(value[name]) !== true) return false;
    }
    return needed.every((name) => Object.hasOwn(value, name));
  };
  known.set(type, fits);
  for (const field of Object.values(type.getFields())) {
    members.set(field.name, compile(field.type, known));
    if (isNonNullType(field.type) || field.defaultValue !== undefined) needed.push(field.name);
  }
  return fits;
}
