import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomFor } from "#harness";
import type { Random } from "#harness";
import type { AttackFamily } from "./attack.ts";
import { budgetAttacks } from "./budgets.ts";
import { callerAttacks } from "./callers.ts";
import { commandAttacks } from "./commands.ts";
import { documentAttacks } from "./documents.ts";
import { encodingAttacks } from "./encodings.ts";
import { orderAttacks } from "./orders.ts";
import { patternAttacks } from "./patterns.ts";
import { recordAttacks } from "./records.ts";

/** All families. Their order decides what a seed means, so new ones go to the end. */
export const attackFamilies: readonly AttackFamily[] = [
  encodingAttacks,
  orderAttacks,
  callerAttacks,
  commandAttacks,
  documentAttacks,
  patternAttacks,
  recordAttacks,
  budgetAttacks,
];

/** What the attacks of one family came to. */
export interface AttackSum {
  readonly family: AttackFamily;
  attempts: number;
  /** What was achieved, each with the seed that repeats it. */
  readonly achieved: string[];
}

/** Carries out the attacks of some seeds, one after the other. */
export async function runAttacks(seeds: Iterable<number>): Promise<readonly AttackSum[]> {
  const sums = attackFamilies.map((family) => newSum(family));
  for (const seed of seeds) {
    const random = randomFor(seed, "attack");
    const family = familyFor(random);
    const sum = sums.find((one) => one.family === family);
    if (sum === undefined) continue;
    const achieved = await attempt(family, random);
    sum.attempts += 1;
    sum.achieved.push(...achieved.map((text) => `attack ${seed}: ${text}`));
  }
  return sums;
}

async function attempt(family: AttackFamily, random: Random): Promise<readonly string[]> {
  const folders: string[] = [];
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), "conformance-attack-"));
    folders.push(made);
    return made;
  };
  try {
    return await family.attempt({ random, folder });
  } catch (error) {
    return [`an error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  } finally {
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  }
}

function familyFor(random: Random): AttackFamily {
  const total = attackFamilies.reduce((sum, { weight }) => sum + weight, 0);
  let left = random.below(total);
  for (const family of attackFamilies) {
    if (left < family.weight) return family;
    left -= family.weight;
  }
  return encodingAttacks;
}

function newSum(family: AttackFamily): AttackSum {
  return { family, attempts: 0, achieved: [] };
}
