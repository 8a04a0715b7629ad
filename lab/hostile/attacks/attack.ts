import type { Random } from "#harness";
import type { main } from "../../../bin/commands/main.ts";

export interface AttackMeans {
  readonly random: Random;
  readonly folder: () => string;
  readonly program: typeof main;
}

/** A family of attacks. Each seed generates one attack. */
export interface AttackFamily {
  readonly name: string;
  /** The property that holds if no attack of the family succeeds. */
  readonly proves: string;
  readonly weight: number;
  /** Runs one attack. Resolves with a description of each success. */
  readonly attempt: (means: AttackMeans) => Promise<readonly string[]>;
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}

export function mixed(random: Random, parts: readonly string[], most: number): string {
  return Array.from({ length: 1 + random.below(most) }, () => pick(random, parts)).join("");
}
