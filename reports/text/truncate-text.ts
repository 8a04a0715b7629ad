import { counted } from "#contract";
/**
 * Truncates a string to `limit` characters, and appends the number of omitted characters: `abc… (42 more characters)`.
 * Returns the whole string if that is not longer.
 */
export function truncateText(text: string, limit: number): string {
  // A string has at least as many code units as characters, so most strings need no counting.
  if (text.length <= limit) return text;
  let characters = 0;
  let end = text.length;
  for (let unit = 0; unit < text.length; unit += isPair(text, unit) ? 2 : 1) {
    if (characters === limit) end = unit;
    characters += 1;
  }
  const more = characters - limit;
  const omission = `… (${counted(more, "more character")})`;
  return more <= omission.length ? text : `${text.slice(0, end)}${omission}`;
}

function isPair(text: string, unit: number): boolean {
  return (text.codePointAt(unit) ?? 0) > 0xff_ff;
}
