import { isJsonList, isJsonObject, nameOfStep } from "#contract";
import type { JsonValue } from "#contract";

/** Parses a JSON pointer (RFC 6901) into its tokens. Returns undefined for an invalid pointer. */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return undefined;
  return text.slice(1).split("/").map(nameOfStep);
}

/** Converts a pointer to the notation of causes: `status.conditions[0].type`. */
export function fieldAt(tokens: readonly string[]): string {
  const steps = tokens.map((token) =>
    isIndex(token) || token === "-" ? `[${token}]` : `.${token}`,
  );
  return steps.join("").replace(/^\./, "");
}

/** Returns the value at a pointer, or undefined. Ignores inherited properties. */
export function valueAt(
  root: JsonValue | undefined,
  tokens: readonly string[],
): JsonValue | undefined {
  let value = root;
  for (const token of tokens) {
    if (isJsonObject(value)) value = Object.hasOwn(value, token) ? value[token] : undefined;
    else if (isJsonList(value)) value = isIndex(token) ? value[Number(token)] : undefined;
    else return undefined;
  }
  return value;
}

/** Whether a value can be added at a pointer: the parent exists, and an index is in range. */
export function canAddAt(root: JsonValue, tokens: readonly string[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined) return false;
  const parent = valueAt(root, tokens.slice(0, -1));
  if (isJsonObject(parent)) return true;
  return isJsonList(parent) && (last === "-" || (isIndex(last) && Number(last) <= parent.length));
}

function isIndex(token: string): boolean {
  return /^(0|[1-9][0-9]{0,9})$/.test(token);
}
