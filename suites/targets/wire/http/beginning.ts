/**
 * The beginning of a text, at most so many characters, as a text of its own. A slice would be a view of the
 * whole text, and keep all of it in memory for as long as the slice is kept.
 */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  return Buffer.from(text.slice(0, length), "utf16le").toString("utf16le");
}
