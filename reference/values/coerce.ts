import { isInputObjectType, isLeafType, isListType, isNonNullType } from "graphql";
import type { GraphQLInputObjectType, GraphQLInputType, GraphQLLeafType } from "graphql";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Cause } from "./refusal.ts";

export interface Coerced {
  readonly value: JsonValue;
  readonly causes: readonly Cause[];
}

/**
 * Coerces JSON to a GraphQL input type as GraphQL does for variables, but reports every error with its path. A spec or
 * status sent as JSON thus gets the same errors as a typed input.
 */
export function coerce(value: JsonValue, type: GraphQLInputType, path: string): Coerced {
  if (isNonNullType(type)) {
    return value === null ? wrong(path, "must not be null") : coerce(value, type.ofType, path);
  }
  if (value === null) return { value, causes: [] };
  if (isListType(type)) return coerceList(value, type.ofType, path);
  if (isInputObjectType(type)) {
    return isJsonObject(value) ? coerceObject(value, type, path) : wrong(path, "must be an object");
  }
  return isLeafType(type) ? coerceLeaf(value, type, path) : { value, causes: [] };
}

function coerceList(value: JsonValue, item: GraphQLInputType, path: string): Coerced {
  // As in GraphQL, a single value is coerced to a list with one item.
  if (!isJsonList(value)) {
    const only = coerce(value, item, path);
    return { value: [only.value], causes: only.causes };
  }
  const items = value.map((each, index) => coerce(each, item, `${path}[${index}]`));
  return {
    value: items.map((each) => each.value),
    causes: items.flatMap((each) => each.causes),
  };
}

function coerceObject(value: JsonObject, type: GraphQLInputObjectType, path: string): Coerced {
  const fields = type.getFields();
  const members = new Map<string, JsonValue>();
  const causes: Cause[] = [];
  for (const [member, sent] of Object.entries(value)) {
    const field = Object.hasOwn(fields, member) ? fields[member] : undefined;
    const memberPath = `${path}.${member}`;
    if (field === undefined) {
      causes.push({
        reason: "FieldUnknown",
        field: memberPath,
        message: `${memberPath} is not a field of ${type.name}.`,
      });
      continue;
    }
    const coerced = coerce(sent, field.type, memberPath);
    members.set(member, coerced.value);
    causes.push(...coerced.causes);
  }
  for (const field of Object.values(fields)) {
    if (!isNonNullType(field.type) || field.name in value) continue;
    const missing = `${path}.${field.name}`;
    causes.push({
      reason: "FieldValueRequired",
      field: missing,
      message: `${missing} is required.`,
    });
  }
  return { value: Object.fromEntries(members), causes };
}

function coerceLeaf(value: JsonValue, type: GraphQLLeafType, path: string): Coerced {
  try {
    type.parseValue(value);
    return { value, causes: [] };
  } catch (error) {
    return wrong(path, error instanceof Error ? error.message : "is malformed", ":");
  }
}

function wrong(path: string, problem: string, separator = ""): Coerced {
  const message = `${path}${separator} ${problem.replace(/([^.?])$/, "$1.")}`;
  return { value: null, causes: [{ reason: "FieldValueInvalid", field: path, message }] };
}
