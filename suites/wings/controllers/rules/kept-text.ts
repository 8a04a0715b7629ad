/**
 * A value as text, to be kept for long. `JSON.stringify` gives a text in pieces that are linked to each
 * other, which take as much again; looking for the end of it puts them together.
 */
export function keptText(value: object): string {
  const text = JSON.stringify(value);
  text.lastIndexOf("}");
  return text;
}
