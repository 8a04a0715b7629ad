/**
 * Formats a number with its noun or phrase, in agreement: `1 case`, `7 cases`, `1 instance was tried`. The plural adds
 * an s unless it is given.
 */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${agreeing(count, noun, plural)}`;
}

/** Returns the singular or plural form of a word whose number is elsewhere in the sentence. */
export function agreeing(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
