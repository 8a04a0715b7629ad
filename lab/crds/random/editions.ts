import { Random } from "../../../suites/checker/testing/random.ts";

/** The first seed whose definition draws from all elements. */
const firstRich = 6_000;

/**
 * A source for definitions that draw from all elements. Other sources draw only from the elements of the first edition,
 * so that earlier seeds keep their definitions.
 */
class RichRandom extends Random {}

export function randomFor(seed: number): Random {
  const state = seed * 7_919 + 17;
  return seed < firstRich ? new Random(state) : new RichRandom(state);
}

export function isRich(random: Random): boolean {
  return random instanceof RichRandom;
}

/** The elements from which a source draws. Only sources of the second edition draw from the later elements. */
export function among<T>(random: Random, first: readonly T[], later: readonly T[]): readonly T[] {
  return isRich(random) ? [...first, ...later] : first;
}
