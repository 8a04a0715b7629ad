/** Lines that can be read in order, and then by index: an array, or a file. */
export interface StoredLines extends Iterable<string> {
  at(position: number): string | undefined;
}
