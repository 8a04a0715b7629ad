import { isJsonList, isJsonObject, isSameValue, ownMember } from "#contract";
import type { JsonObject, JsonValue, Semantics } from "#contract";

/**
 * Returns the expected status after a submitted status has replaced a stored one. If lists are merged, a stored list
 * that contains all submitted items replaces the submitted list. A stored item may have fields of a previous item.
 */
export function asStored(
  submitted: JsonObject,
  stored: JsonObject | undefined,
  { lists }: { readonly lists?: Semantics["lists"] | undefined },
): JsonObject {
  if (lists !== "merged") return submitted;
  return Object.fromEntries(
    Object.entries(submitted).map(([name, value]) => [
      name,
      joined(value, ownMember(stored ?? {}, name)),
    ]),
  );
}

function joined(submitted: JsonValue, stored: unknown): JsonValue {
  if (isJsonObject(submitted) && isJsonObject(stored)) {
    return asStored(submitted, stored, { lists: "merged" });
  }
  if (!isJsonList(submitted) || !isJsonList(stored)) return submitted;
  return submitted.every((item) => stored.some((other) => carriesItem(other, item)))
    ? stored
    : submitted;
}

/** Whether a stored item contains the fields of a written item. After a merge, it also has its previous fields. */
export function carriesItem(stored: unknown, item: JsonValue): boolean {
  return isJsonObject(stored) && isJsonObject(item)
    ? isSameValue({ ...stored, ...item }, stored)
    : isSameValue(item, stored);
}
