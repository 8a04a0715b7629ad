import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { ArgumentTree } from "../schema/argument-tree.ts";
import { slotsOf } from "../schema/placeholder-places.ts";
import type { InputSlots } from "../schema/placeholder-places.ts";

/**
 * Adds an empty object for each required input object that was omitted because none of its placeholders has a value,
 * such as the assignments of an empty status.
 */
export function withRequiredObjects(
  filled: JsonObject,
  tree: Readonly<Record<string, ArgumentTree>>,
  slots: InputSlots,
): JsonObject {
  const added = Object.entries(tree).flatMap(([name, inner]): [string, JsonObject][] => {
    const slot = Object.hasOwn(slots, name) ? slots[name] : undefined;
    if (slot === undefined || !isJsonObject(inner)) return [];
    const inside = slotsOf(slot.type);
    if (Object.keys(inside).length === 0) return [];
    const held = filled[name];
    if (held !== undefined) {
      return isJsonObject(held) ? [[name, withRequiredObjects(held, inner, inside)]] : [];
    }
    return slot.isRequired ? [[name, withRequiredObjects({}, inner, inside)]] : [];
  });
  return added.length === 0 ? filled : { ...filled, ...Object.fromEntries(added) };
}
