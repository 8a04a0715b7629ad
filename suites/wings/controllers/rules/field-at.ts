import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Change } from "#harness";

/**
 * Returns the value at a path, which may contain list indexes. Undefined for an absent value or
 * null.
 */
export function fieldAt(
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

/** Returns the path of the changed field. A condition counts as one field. */
export function fieldOf({ path }: Pick<Change, "path">): string {
  return path.replace(/\].*$/su, "]");
}

/** True for a path below a condition. */
export function isInCondition({ path }: Pick<Change, "path">): boolean {
  return path.startsWith("status.conditions[");
}
