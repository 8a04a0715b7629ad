import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";

/** The conditions of a status by type, without duplicate types. */
export function conditionsOf(object: Pick<Resource, "status">): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  const repeated = new Set<string>();
  for (const [type, condition] of typedConditions(object)) {
    if (found.has(type)) repeated.add(type);
    found.set(type, condition);
  }
  for (const type of repeated) found.delete(type);
  return found;
}

export function repeatedConditions(object: Resource): readonly string[] {
  const types = typedConditions(object).map(([type]) => type);
  return [...new Set(types.filter((type, i) => types.indexOf(type) !== i))];
}

function typedConditions({
  status,
}: Pick<Resource, "status">): readonly (readonly [string, JsonObject])[] {
  const list: JsonValue | undefined = status?.["conditions"];
  if (!isJsonList(list)) return [];
  return list.flatMap((condition) => {
    if (!isJsonObject(condition)) return [];
    const { type } = condition;
    return typeof type === "string" ? [[type, condition] as const] : [];
  });
}
