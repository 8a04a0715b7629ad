/** The path to a counterexample: the number of the input, and the simplifications taken. */
export interface SearchPath {
  /** Number of the random input, from 0. */
  readonly input: number;
  /** The index of each simplification among the candidates, from 0. */
  readonly turns: readonly number[];
}

export function printPath({ input, turns }: SearchPath): string {
  return [input, ...turns].join(":");
}

export function parsePath(text: string): SearchPath | undefined {
  if (!/^\d{1,6}(?::\d{1,6})*$/u.test(text) || text.length > 4000) return undefined;
  const [input = 0, ...turns] = text.split(":").map(Number);
  return { input, turns };
}
