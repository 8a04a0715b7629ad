import { counted } from "#contract";
/**
 * Truncates a string to `limit` characters, and appends the number of omitted characters: `abc… (12 more characters)`.
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
  if (more <= 0) return text;
  return `${text.slice(0, end)}… (${counted(more, "more character")})`;
}

function isPair(text: string, unit: number): boolean {
  return (text.codePointAt(unit) ?? 0) > 0xff_ff;
}
