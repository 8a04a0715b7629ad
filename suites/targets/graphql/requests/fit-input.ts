import { getNullableType, isInputObjectType, isListType, isRequiredInputField } from "graphql";
import type { GraphQLInputObjectType, GraphQLInputType } from "graphql";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { valueProblem } from "../schema/value-problem.ts";

/** Depth limit, because input types may be recursive. */
const deepest = 8;

/**
 * Removes the fields of a value that do not fit an input type. Returns undefined if nothing fits, or if a required
 * field is missing.
 */
export function fitInput(
  type: GraphQLInputType,
  value: JsonValue,
  depth = deepest,
): JsonValue | undefined {
  const nullable = getNullableType(type);
  if (value === null || depth === 0) return undefined;
  if (isListType(nullable)) {
    if (!isJsonList(value)) return undefined;
    const items = value.map((item) => fitInput(nullable.ofType, item, depth - 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (isInputObjectType(nullable)) {
    return isJsonObject(value) ? fitObject(nullable, value, depth) : undefined;
  }
  return valueProblem(nullable, value) === undefined ? value : undefined;
}

function fitObject(
  type: GraphQLInputObjectType,
  value: JsonObject,
  depth: number,
): JsonObject | undefined {
  const fields = Object.values(type.getFields());
  const entries = fields.flatMap((field): [string, JsonValue][] => {
    const member = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    const fitting = member === undefined ? undefined : fitInput(field.type, member, depth - 1);
    return fitting === undefined ? [] : [[field.name, fitting]];
  });
  const fitted = Object.fromEntries(entries);
  const isComplete = fields.every(
    (field) => !isRequiredInputField(field) || Object.hasOwn(fitted, field.name),
  );
  return isComplete && entries.length > 0 ? fitted : undefined;
}
