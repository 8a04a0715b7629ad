/** Where a counterexample stands: which sequence, and which simplification was taken each time. */
export interface SearchPath {
  /** Number of the random input, from 0. */
  readonly input: number;
  /** The position of each simplification among those that there were, from 0. */
  readonly turns: readonly number[];
}

/** A path as people copy it: `3:0:14`. */
export function printPath({ input, turns }: SearchPath): string {
  return [input, ...turns].join(":");
}

/** Reads a path. Undefined where a text is none. */
export function parsePath(text: string): SearchPath | undefined {
  if (!/^\d{1,6}(?::\d{1,6})*$/u.test(text) || text.length > 4000) return undefined;
  const [input = 0, ...turns] = text.split(":").map(Number);
  return { input, turns };
}
