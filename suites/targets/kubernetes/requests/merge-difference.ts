import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** Builds the merge patch that changes one object to another: it contains the other object, and a null for the rest. */
export function mergeDifference(from: JsonValue | undefined, to: JsonObject): JsonObject {
  const before = isJsonObject(from) ? from : {};
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(to, name));
  return {
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...Object.fromEntries(
      Object.entries(to).map(([name, value]) => [
        name,
        isJsonObject(value) ? mergeDifference(before[name], value) : value,
      ]),
    ),
  };
}
