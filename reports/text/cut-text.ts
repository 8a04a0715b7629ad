/** A text of at most `limit` characters, and how much was cut off: `abc… (12 more characters)`. */
export function cutText(text: string, limit: number): string {
  const characters = Array.from(text);
  const more = characters.length - limit;
  if (more <= 0) return text;
  return `${characters.slice(0, limit).join("")}… (${more} more ${more === 1 ? "character" : "characters"})`;
}
