/** A copy of the first `length` characters of a text. A slice would reference the whole text and keep it in memory. */
export function copyPrefix(text: string, length: number): string {
  if (text.length <= length) return text;
  return Buffer.from(text.slice(0, length), "utf16le").toString("utf16le");
}
