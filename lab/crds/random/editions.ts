import { Random } from "../../../suites/checker/testing/random-source.ts";

/** The first seed for which definitions also draw from the second edition. */
const firstRich = 6_000;

/** The first seed for which definitions also draw from the third edition. */
const firstNewest = 9_000;

/**
 * A random source for definitions of the second or a later edition. Earlier seeds draw only from elements of the first
 * edition, so that their definitions never change.
 */
class RichRandom extends Random {}

class NewestRandom extends RichRandom {}

export function randomFor(seed: number): Random {
  const state = seed * 7_919 + 17;
  if (seed < firstRich) return new Random(state);
  return seed < firstNewest ? new RichRandom(state) : new NewestRandom(state);
}

export function isRich(random: Random): boolean {
  return random instanceof RichRandom;
}

/** Returns the elements of the random source's edition and of earlier editions. */
export function among<T>(random: Random, ...editions: readonly (readonly T[])[]): readonly T[] {
  return editions.slice(0, editionOf(random)).flat();
}

function editionOf(random: Random): number {
  if (random instanceof NewestRandom) return 3;
  return isRich(random) ? 2 : 1;
}
