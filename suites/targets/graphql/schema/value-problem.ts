import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
} from "graphql";
import type { GraphQLInputType } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { guess } from "../../port/nearest.ts";

export function valueProblem(type: GraphQLInputType, value: JsonValue): string | undefined {
  if (value === null) return isNonNullType(type) ? `${String(type)} cannot be null` : undefined;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return undefined;
  if (isInputObjectType(nullable)) {
    return isJsonObject(value) ? undefined : `${nullable.name} must be an object`;
  }
  if (isEnumType(nullable)) {
    const values = nullable.getValues().map(({ name }) => name);
    if (typeof value === "string") {
      if (values.includes(value)) return undefined;
      const hint = guess(value, values) || `, only ${values.join(", ")}`;
      return `${nullable.name} has no value "${value}"${hint}`;
    }
    const quoting = typeof value === "boolean" ? "; put it in quotes to make it a string" : "";
    return `expected a value of ${nullable.name}, not a ${typeof value}${quoting}`;
  }
  return isSpecifiedScalarType(nullable) ? scalarProblem(nullable.name, value) : undefined;
}

function scalarProblem(name: string, value: JsonValue): string | undefined {
  const isFitting = fits(name, value);
  if (isFitting) return undefined;
  const quoting = name === "String" && !isJsonObject(value) ? "; put it in quotes" : "";
  return `expected ${name}, not a ${isJsonObject(value) ? "mapping" : typeof value}${quoting}`;
}

function fits(name: string, value: JsonValue): boolean {
  switch (name) {
    case "Boolean":
      return typeof value === "boolean";
    case "Int":
      return Number.isInteger(value);
    case "Float":
      return typeof value === "number";
    case "ID":
      return typeof value === "string" || Number.isInteger(value);
    case "String":
      return typeof value === "string";
    default:
      return true;
  }
}
