/** The step of a JSON pointer (RFC 6901) for the name of a field. */
export function pointerStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The name of the field that a step of a JSON pointer stands for. */
export function nameOfStep(step: string): string {
  // The order is important, because `~01` represents `~1`, not a slash.
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
