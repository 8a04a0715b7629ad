import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";

export function mapTexts(object: JsonObject, change: (text: string) => string): JsonObject {
  return mapObject(object, (value) => (typeof value === "string" ? change(value) : value));
}

export function mapLists(
  object: JsonObject,
  change: (list: readonly JsonValue[]) => readonly JsonValue[],
): JsonObject {
  return mapObject(object, (value) => (Array.isArray(value) ? [...change(value)] : value));
}

/** Returns the object with empty condition messages, for comparison. */
export function withoutMessages(object: Resource): Resource {
  const conditions = object.status?.["conditions"];
  if (!Array.isArray(conditions)) return object;
  const unworded = conditions.map((condition) =>
    isJsonObject(condition) ? { ...condition, message: "" } : condition,
  );
  return { ...object, status: { ...object.status, conditions: unworded } };
}

/** Transforms the leaves first, then their parents. */
function mapObject(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, mapValue(value, change)]),
  );
}

function mapValue(value: JsonValue, change: (value: JsonValue) => JsonValue): JsonValue {
  if (Array.isArray(value)) return change(value.map((item) => mapValue(item, change)));
  return change(isJsonObject(value) ? mapObject(value, change) : value);
}
