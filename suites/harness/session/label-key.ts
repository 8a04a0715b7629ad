import type { CheckContext } from "./check.ts";

/** Common label keys. Checks use these keys for nothing else. */
const labelKeys = ["app", "component", "release", "service", "team", "track"] as const;

export function labelKeyFrom(letters: string): string {
  return labelKeys[(letters.codePointAt(0) ?? 0) % labelKeys.length] ?? labelKeys[0];
}

/**
 * Returns the label key of a case, with a value that no fixture has. The result is empty if labels cannot be written.
 */
export function otherLabelOf({
  label,
}: Pick<CheckContext, "label">): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(label).map((key) => [key, "another"]));
}
