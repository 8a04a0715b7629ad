import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { shapeOfMember } from "../write/status-places.ts";
import type { Shape } from "../write/status-places.ts";

/**
 * Returns the status with a different string in each field that accepts any string: messages of conditions, and fields
 * whose declared shape has no format. Undefined if there is none.
 */
export function withLongTexts(
  status: JsonObject,
  shape: Shape,
  text: string,
): JsonObject | undefined {
  const changed = changedIn(status, shape, { text, isCondition: false });
  return isJsonObject(changed) && changed !== status ? changed : undefined;
}

interface Place {
  readonly text: string;
  readonly isCondition: boolean;
}

function changedIn(value: JsonValue, shape: Shape, place: Place): JsonValue {
  if (typeof value === "string") return isFree(shape) ? place.text : value;
  if (Array.isArray(value)) {
    const items = shape?.kind === "list" ? shape.items : undefined;
    const changed = value.map((item) => changedIn(item, items, place));
    return changed.some((item, index) => item !== value[index]) ? changed : value;
  }
  if (!isJsonObject(value)) return value;
  const changed = Object.entries(value).map(([name, inner]): [string, JsonValue] => {
    if (place.isCondition && name === "message") return [name, place.text];
    if (place.isCondition) return [name, inner];
    const isCondition = name === "conditions";
    return [name, changedIn(inner, shapeOfMember(shape, name), { ...place, isCondition })];
  });
  return changed.some(([name, inner]) => inner !== value[name])
    ? Object.fromEntries(changed)
    : value;
}

function isFree(shape: Shape): boolean {
  return shape?.kind === "text" && shape.form === undefined;
}
