/** Lines that are read in their order, and again by their position: an array, or a file that is not held. */
export interface StoredLines extends Iterable<string> {
  at(position: number): string | undefined;
}
