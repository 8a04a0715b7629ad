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
  if (value === null) return isNonNullType(type) ? `${String(type)} takes no null` : undefined;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return undefined;
  if (isInputObjectType(nullable)) {
    return isJsonObject(value) ? undefined : `${nullable.name} takes an object`;
  }
  if (isEnumType(nullable)) {
    const values = nullable.getValues().map(({ name }) => name);
    if (typeof value === "string") {
      if (values.includes(value)) return undefined;
      const hint = guess(value, values) || `, only ${values.join(", ")}`;
      return `${nullable.name} has no value "${value}"${hint}`;
    }
    const quoting = typeof value === "boolean" ? "; in quotes it would be a text" : "";
    return `a ${typeof value} stands where a value of ${nullable.name} belongs${quoting}`;
  }
  return isSpecifiedScalarType(nullable) ? scalarProblem(nullable.name, value) : undefined;
}

function scalarProblem(name: string, value: JsonValue): string | undefined {
  const isFitting = fits(name, value);
  if (isFitting) return undefined;
  const quoting = name === "String" && !isJsonObject(value) ? "; put it in quotes" : "";
  return `a ${isJsonObject(value) ? "mapping" : typeof value} stands where ${name} belongs${quoting}`;
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
