import type { CheckContext } from "./check.ts";

/** Keys that people give to labels. No check uses one of them for anything else. */
const labelKeys = ["app", "component", "release", "service", "team", "track"] as const;

/** The key of the label that the fixtures of a case carry, chosen by random letters. */
export function labelKeyFrom(letters: string): string {
  return labelKeys[(letters.codePointAt(0) ?? 0) % labelKeys.length] ?? labelKeys[0];
}

/** The label of a case with another value, which no fixture carries. Empty where labels cannot be written. */
export function otherLabelOf({
  label,
}: Pick<CheckContext, "label">): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(label).map((key) => [key, "another"]));
}
