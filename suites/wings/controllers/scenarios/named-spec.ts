import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

const placeholder = "{{name}}";

/** Replaces each `{{name}}` in a spec with the name of its object. */
export function namedSpec(spec: JsonObject, name: string): JsonObject {
  return Object.fromEntries(
    Object.entries(spec).map(([member, value]) => [member, named(value, name)] as const),
  );
}

function named(value: JsonValue, name: string): JsonValue {
  if (typeof value === "string") return value.replaceAll(placeholder, name);
  if (isJsonObject(value)) return namedSpec(value, name);
  return isJsonList(value) ? value.map((item) => named(item, name)) : value;
}
