/**
 * Returns the path of a field as an error states it, with dots. A JSON pointer (RFC 6901), such as `/state/pressure` or
 * `#/state/pressure`, becomes `state.pressure`.
 */
export function fieldPath(text: string): string {
  if (!/^#?(?:\/[^/\s]+)+$/u.test(text)) return text;
  const steps = text.replace(/^#?\//u, "").split("/");
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}
