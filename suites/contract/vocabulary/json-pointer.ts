/** Encodes the name of a field as a reference token of a JSON pointer (RFC 6901). */
export function pointerStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Decodes a reference token of a JSON pointer to the name of a field. */
export function nameOfStep(step: string): string {
  // The order is important, because `~01` represents `~1`, not a slash.
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
