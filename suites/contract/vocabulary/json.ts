/** Any serializable JSON value: no `undefined`, no class instances, no cycles. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Read-only, because observations are immutable. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** Whether a value is an object other than a list. If the value comes from JSON, it is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. If the value comes from JSON, the items are JSON values. */
export function isJsonList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/**
 * Compares two JSON values structurally. The order of properties does not matter, but the order of list items does.
 * `undefined` (an absent value) equals only itself.
 */
export function jsonEquals(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (isJsonList(left) && isJsonList(right)) {
    return left.length === right.length && left.every((item, i) => jsonEquals(item, right[i]));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const members = Object.keys(left);
  return (
    members.length === Object.keys(right).length &&
    members.every(
      (member) => Object.hasOwn(right, member) && jsonEquals(left[member], right[member]),
    )
  );
}

/** A replacer for `JSON.stringify`, with which equal values become equal texts. */
export function sortedMembers(_name: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Whether a value is a list, or contains one at any depth. */
export function holdsList(value: JsonValue | undefined): boolean {
  if (isJsonList(value)) return true;
  return isJsonObject(value) && Object.values(value).some(holdsList);
}

/** Encodes the name of a field as a reference token of a JSON pointer (RFC 6901). */
export function pointerStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Decodes a reference token of a JSON pointer to the name of a field. */
export function nameOfStep(step: string): string {
  // The order is important, because `~01` represents `~1`, not a slash.
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
