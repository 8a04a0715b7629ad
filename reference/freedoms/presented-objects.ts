import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Rules } from "../rules/rules.ts";
import type { WireCall } from "../rules/wire-rules.ts";

type ChangeObject = (object: JsonObject, call: WireCall) => JsonObject;

export function presentingObjects(rules: Rules, change: ChangeObject): Rules["present"] {
  return (shown, call, args) => {
    const before = rules.present(shown, call, args);
    const { items, object } = before;
    if (isJsonList(items)) {
      return { ...before, items: items.map((item) => changed(item, call, change)) };
    }
    if (isJsonObject(object)) return { ...before, object: change(object, call) };
    return isJsonObject(before["metadata"]) ? change(before, call) : before;
  };
}

function changed(item: JsonValue, call: WireCall, change: ChangeObject): JsonValue {
  return isJsonObject(item) ? change(item, call) : item;
}

export function withMetadata(
  object: JsonObject,
  change: (metadata: JsonObject) => JsonObject,
): JsonObject {
  const { metadata } = object;
  return isJsonObject(metadata) ? { ...object, metadata: change(metadata) } : object;
}

export function withStatus(
  object: JsonObject,
  change: (status: JsonObject) => JsonObject,
): JsonObject {
  const { status } = object;
  return isJsonObject(status) ? { ...object, status: change(status) } : object;
}

export function withConditions(
  status: JsonObject,
  change: (condition: JsonObject) => JsonObject,
): JsonObject {
  const { conditions } = status;
  if (!isJsonList(conditions)) return status;
  const items = conditions.map((item) => (isJsonObject(item) ? change(item) : item));
  return { ...status, conditions: items };
}
