import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { SchemaNode } from "./structural-schema.ts";

export function fillDefaults(object: JsonObject, node: SchemaNode): JsonObject {
  const members = new Map(Object.entries(object));
  for (const [member, value] of members) {
    const known = node.properties.get(member) ?? node.additional;
    if (known !== undefined) members.set(member, filled(value, known));
  }
  for (const [member, known] of node.properties) {
    if (known.default !== undefined && !members.has(member)) {
      members.set(member, filled(known.default, known));
    }
  }
  return Object.fromEntries(members);
}

function filled(value: JsonValue, node: SchemaNode): JsonValue {
  if (isJsonObject(value)) return node.type === "object" ? fillDefaults(value, node) : value;
  const { items } = node;
  return isJsonList(value) && items !== undefined
    ? value.map((item) => filled(item, items))
    : value;
}
