import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { MemberShape, ValueShape } from "../../port/value-shape.ts";
import { areConditions, insideConditions } from "./declared-conditions.ts";
import type { ConditionsHint } from "./declared-conditions.ts";
import {
  conditionsShape,
  instantShape,
  itemsOf,
  membersAt,
  sampledShape,
  textShape,
  usualItems,
  usualNumbers,
  usualText,
} from "./leaf-shapes.ts";
import type { ConditionField } from "./leaf-shapes.ts";

/**
 * Converts a JSON Schema, in the dialect of Kubernetes-like systems, to a shape. Selects the values for patterns and
 * alternatives from samples. Undefined if nothing is known about a value.
 */
export function schemaShape(
  schema: JsonObject,
  samples: readonly JsonValue[],
  place: ConditionsHint = {},
): ValueShape | undefined {
  const { enum: values, type } = schema;
  if (Array.isArray(values)) return { kind: "choice", values };
  if (isBeyondTypes(schema)) return sampledShape(samples);
  switch (typeof type === "string" ? type : "") {
    case "boolean":
      return { kind: "boolean" };
    case "integer":
      return { kind: "integer", ...rangeOf(schema, 1), largest: largestOf(schema) };
    case "number":
      return { kind: "number", ...rangeOf(schema, 0) };
    case "string":
      return stringShape(schema, samples);
    case "array":
      return arrayShape(schema, samples, place);
    case "object":
      return objectShape(schema, samples, place);
    default:
      return sampledShape(samples);
  }
}

function isBeyondTypes(schema: JsonObject): boolean {
  return ["oneOf", "anyOf", "allOf", "not", "pattern", "const", "$ref", "multipleOf"].some((word) =>
    Object.hasOwn(schema, word),
  );
}

/** The range of a schema, with defaults. `step` is the distance from an exclusive bound. */
function rangeOf(schema: JsonObject, step: number): { least: number; most: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const fromMinimum = numberOf(minimum) ?? raised(exclusiveMinimum, step);
  const fromMaximum = numberOf(maximum) ?? raised(exclusiveMaximum, -step);
  const span = usualNumbers.most - usualNumbers.least;
  const least = fromMinimum ?? Math.min(usualNumbers.least, (fromMaximum ?? Infinity) - span);
  const most = Math.max(least, Math.min(fromMaximum ?? least + span, least + span));
  return { least: Number.isFinite(least) ? least : usualNumbers.least, most };
}

/**
 * Returns the largest integer. Without a format, integers must fit into `Int`, because a response may use that type.
 * JSON numbers represent 53 of 64 bits exactly.
 */
function largestOf({ format, maximum, exclusiveMaximum }: JsonObject): number {
  const ofType = format === "int64" ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1;
  return Math.min(ofType, numberOf(maximum) ?? raised(exclusiveMaximum, -1) ?? ofType);
}

function raised(bound: JsonValue | undefined, step: number): number | undefined {
  const number = numberOf(bound);
  return number === undefined ? undefined : number + step;
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function stringShape(schema: JsonObject, samples: readonly JsonValue[]): ValueShape | undefined {
  const { format, minLength, maxLength } = schema;
  if (format === "date-time") return instantShape;
  if (format !== undefined) return sampledShape(samples);
  if (minLength === undefined && maxLength === undefined) return textShape(samples);
  const shortest = numberOf(minLength) ?? 0;
  const longest = Math.min(numberOf(maxLength) ?? Infinity, shortest + usualText.longest);
  return { kind: "text", shortest, longest };
}

function conditionField(properties: JsonObject, name: string): ConditionField | undefined {
  if (!Object.hasOwn(properties, name)) return undefined;
  const field = properties[name];
  const words = isJsonObject(field) ? field["enum"] : undefined;
  return Array.isArray(words) ? { words } : {};
}

function arrayShape(
  schema: JsonObject,
  samples: readonly JsonValue[],
  place: ConditionsHint,
): ValueShape | undefined {
  const { items, minItems, maxItems } = schema;
  if (!isJsonObject(items)) return sampledShape(samples);
  const properties = isJsonObject(items["properties"]) ? items["properties"] : {};
  const spelledAs = (name: string): string => place.conditions?.members?.[name] ?? name;
  const hasField = (name: string): boolean => Object.hasOwn(properties, spelledAs(name));
  if (areConditions(place) && hasField("type") && hasField("status")) {
    return conditionsShape(samples, (name) => conditionField(properties, spelledAs(name)));
  }
  const shape = schemaShape(items, itemsOf(samples), insideConditions(place, undefined));
  const fewest = numberOf(minItems) ?? 0;
  const most = Math.min(numberOf(maxItems) ?? Infinity, fewest + usualItems);
  const keys = schema["x-kubernetes-list-map-keys"] ?? schema["x-list-map-keys"];
  const uniqueBy = Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  return shape && { kind: "list", items: shape, fewest, most, uniqueBy };
}

function objectShape(
  schema: JsonObject,
  samples: readonly JsonValue[],
  place: ConditionsHint,
): ValueShape | undefined {
  const { properties, additionalProperties, required } = schema;
  if (!isJsonObject(properties)) {
    const values = isJsonObject(additionalProperties)
      ? schemaShape(additionalProperties, [], insideConditions(place, undefined))
      : undefined;
    return values === undefined ? sampledShape(samples) : { kind: "map", values };
  }
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(([name, inner]): MemberShape | undefined => {
    const found = membersAt(samples, name);
    const at = { name, ...insideConditions(place, name) };
    const shape = isJsonObject(inner) ? schemaShape(inner, found, at) : undefined;
    return shape && { name, shape, isRequired: needed.includes(name) };
  });
  const known = members.filter((member) => member !== undefined);
  const isIncomplete = needed.some((name) => !known.some((member) => member.name === name));
  return isIncomplete ? sampledShape(samples) : { kind: "object", members: known };
}
