import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { Cause } from "../values/refusal.ts";
import type { SchemaNode } from "./structural-schema.ts";

export function findDuplicates(value: JsonValue, node: SchemaNode, path: string): Cause[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([member, inner]) => {
      const known = node.properties.get(member) ?? node.additional;
      return known === undefined ? [] : findDuplicates(inner, known, `${path}.${member}`);
    });
  }
  const { items } = node;
  if (!isJsonList(value) || items === undefined) return [];
  return [
    ...duplicatesIn(value, node.mapKeys ?? [], path),
    ...value.flatMap((item, index) => findDuplicates(item, items, `${path}[${index}]`)),
  ];
}

function duplicatesIn(
  list: readonly JsonValue[],
  keys: readonly string[],
  path: string,
): readonly Cause[] {
  if (keys.length === 0) return [];
  const seen = new Set<string>();
  const causes: Cause[] = [];
  for (const [index, item] of list.entries()) {
    // A missing key is reported elsewhere.
    if (!isJsonObject(item) || !keys.every((key) => Object.hasOwn(item, key))) continue;
    const identity = JSON.stringify(keys.map((key) => item[key]));
    const field = keys.length === 1 ? `${path}[${index}].${keys[0]}` : `${path}[${index}]`;
    if (seen.has(identity)) {
      const message = `${field} is a duplicate: each ${keys.join(" and ")} may occur only once.`;
      causes.push({ reason: "FieldValueDuplicate", field, message });
    }
    seen.add(identity);
  }
  return causes;
}
