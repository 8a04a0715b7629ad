import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { conditionsPathOf } from "#harness";
import type { KindDescription } from "#harness";
import { shapeOfMember } from "../write/status-places.ts";
import type { Shape } from "../write/status-places.ts";

/**
 * Returns the status with `text` in each field that accepts any string: messages of conditions, and fields whose
 * declared shape has no format. Undefined if there is no such field.
 */
export function withLongTexts(
  kind: Pick<KindDescription, "conditionsPath" | "shapes">,
  status: JsonObject,
  text: string,
): JsonObject | undefined {
  const { path } = conditionsPathOf(kind);
  const changed = changedIn(status, kind.shapes?.status, { text, path, isCondition: false });
  return isJsonObject(changed) && changed !== status ? changed : undefined;
}

interface Place {
  readonly text: string;
  /** The path from the value to the conditions. Empty for values that do not contain the conditions. */
  readonly path: readonly string[];
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
    const [step, ...below] = place.path;
    const path = name === step ? below : [];
    const isCondition = name === step && below.length === 0;
    return [name, changedIn(inner, shapeOfMember(shape, name), { ...place, path, isCondition })];
  });
  return changed.some(([name, inner]) => inner !== value[name])
    ? Object.fromEntries(changed)
    : value;
}

function isFree(shape: Shape): boolean {
  return shape?.kind === "text" && shape.form === undefined;
}
