import { nearest } from "#targets";

/** Returns `Did you mean a, b or c?`, or the fallback if no name is similar. */
export function suggest(text: string, names: readonly string[], fallback: string): string {
  const found = nearest(text, names);
  if (found.length === 0) return fallback;
  const last = found.at(-1) ?? "";
  const list = found.length === 1 ? last : `${found.slice(0, -1).join(", ")} or ${last}`;
  return `Did you mean ${list}?`;
}
