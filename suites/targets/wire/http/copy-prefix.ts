/** Copies the first `length` characters of a string. A slice would reference the whole string and keep it in memory. */
export function copyPrefix(text: string, length: number): string {
  if (text.length <= length) return text;
  return Buffer.from(text.slice(0, length), "utf16le").toString("utf16le");
}
