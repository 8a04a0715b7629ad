import type { Random } from "#harness";
import type { main } from "../../../bin/commands/main.ts";

/** What an attack has that meets the program. */
export interface AttackMeans {
  /** Numbers that follow from the seed alone. */
  readonly random: Random;
  /** A folder of its own, which is removed afterwards. */
  readonly folder: () => string;
  /** What is called with words: the program, or one with a weakness that the attack must find. */
  readonly program: typeof main;
}

/** A kind of attack, of which a seed makes any number. */
export interface AttackFamily {
  readonly name: string;
  /** What is shown where no attempt succeeds. */
  readonly proves: string;
  /** How many of a hundred attacks are of this family. */
  readonly weight: number;
  /** Carries one out. Resolves with what it achieved: empty where nothing. */
  readonly attempt: (means: AttackMeans) => Promise<readonly string[]>;
}

/** One of some items. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}

/** So many texts of a choice, put together. */
export function mixed(random: Random, parts: readonly string[], most: number): string {
  return Array.from({ length: 1 + random.below(most) }, () => pick(random, parts)).join("");
}
