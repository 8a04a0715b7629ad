import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** The value under a path; lists are entered by the index of an item. Absent, or null: nothing is there. */
export function memberAt(
  root: JsonObject | undefined,
  path: readonly string[],
): JsonValue | undefined {
  let at: JsonValue | undefined = root;
  for (const step of path) {
    if (Array.isArray(at)) at = at[Number(step)];
    else at = isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at === null ? undefined : at;
}
