/**
 * Serializes a value to JSON as a flat string. `JSON.stringify` returns a rope. A rope takes twice
 * the memory until it is flattened.
 */
export function keptText(value: object): string {
  const text = JSON.stringify(value);
  text.lastIndexOf("}");
  return text;
}
