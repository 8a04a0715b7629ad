import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** The part of a kind's description that locates the conditions of its statuses. */
export interface ConditionsPlace {
  /** The path of the list of conditions in a status. Defaults to `conditions`. */
  readonly conditionsPath?: readonly string[];
}

const usualPath = ["conditions"] as const;

/** Returns the path of a kind's list of conditions in a status, and the status field at its start. */
export function conditionsPathOf({ conditionsPath = usualPath }: ConditionsPlace): {
  readonly path: readonly string[];
  readonly member: string;
} {
  const [member = ""] = conditionsPath;
  return { path: conditionsPath, member };
}

/** Returns the list of conditions in a status, unchecked. Returns undefined if the status has none. */
export function conditionsIn(
  place: ConditionsPlace,
  status: JsonObject | undefined,
): JsonValue | undefined {
  return valueIn(status, conditionsPathOf(place).path);
}

/** Returns the value at a path in a status. Returns undefined if the status has none. */
export function valueIn(
  status: JsonObject | undefined,
  path: readonly string[],
): JsonValue | undefined {
  let value: JsonValue | undefined = status;
  for (const step of path) {
    value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

/** Sets the list of conditions in a status. Adds the objects that contain it, and retains their other fields. */
export function withConditions(
  place: ConditionsPlace,
  status: JsonObject,
  conditions: JsonValue,
): JsonObject {
  return withValueAt(status, conditionsPathOf(place).path, conditions);
}

/** Sets the value at a path in a status. Adds the objects that contain it, and retains their other fields. */
export function withValueAt(
  object: JsonObject,
  [step = "", ...inner]: readonly string[],
  value: JsonValue,
): JsonObject {
  const below = Object.hasOwn(object, step) ? object[step] : undefined;
  return {
    ...object,
    [step]:
      inner.length === 0 ? value : withValueAt(isJsonObject(below) ? below : {}, inner, value),
  };
}
