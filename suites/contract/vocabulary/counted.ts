/**
 * Formats a number with a noun or phrase that agrees with it: `1 case`, `7 cases`, `1 instance was tried`. By default,
 * the plural has an additional s.
 */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${agreeing(count, noun, plural)}`;
}

/** Returns the singular or plural form of a word. The number itself is elsewhere in the sentence. */
export function agreeing(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
