import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomFor } from "#harness";
import type { Random } from "#harness";
import { main } from "../../../bin/commands/main.ts";
import type { AttackFamily, AttackMeans } from "./attack.ts";
import { budgetAttacks } from "./budget-attacks.ts";
import { callerAttacks } from "./caller-attacks.ts";
import { commandAttacks } from "./command-attacks.ts";
import { documentAttacks } from "./document-attacks.ts";
import { encodingAttacks } from "./encoding-attacks.ts";
import { orderAttacks } from "./order-attacks.ts";
import { patternAttacks } from "./pattern-attacks.ts";
import { recordAttacks } from "./record-attacks.ts";
import { clockAttacks } from "./clock-attacks.ts";
import { hookAttacks } from "./hook-attacks.ts";
import { observationAttacks } from "./observation-attacks.ts";
import { targetAttacks } from "./target-attacks.ts";

/** All families. Seeds depend on their order and weights, so a change to this list can change the attack of a seed. */
export const attackFamilies: readonly AttackFamily[] = [
  encodingAttacks,
  orderAttacks,
  callerAttacks,
  commandAttacks,
  documentAttacks,
  patternAttacks,
  recordAttacks,
  budgetAttacks,
  hookAttacks,
  observationAttacks,
  clockAttacks,
  targetAttacks,
];

export interface AttackSum {
  readonly family: AttackFamily;
  attempts: number;
  readonly achieved: string[];
  /** Successes that did not recur without concurrency. */
  readonly once: string[];
}

export interface Attacked {
  readonly family: string;
  readonly achieved: readonly string[];
}

export async function attackOf(seed: number): Promise<Attacked> {
  const { family, random } = drawn(seed);
  return { family: family.name, achieved: await attempt(family, { random, program: main }) };
}

/**
 * Runs the attacks of the given seeds concurrently. Repeats each success without concurrency, because a late response
 * from a busy machine is not a weakness.
 */
export async function runAttacks(
  seeds: Iterable<number>,
  by: readonly ((seed: number) => Promise<Attacked>)[] = [attackOf],
): Promise<readonly AttackSum[]> {
  const sums = attackFamilies.map((family) => newSum(family));
  const sumOf = (name: string): AttackSum => {
    const sum = sums.find(({ family }) => family.name === name);
    if (sum === undefined) throw new Error(`there is no family ${name}`);
    return sum;
  };
  const suspects: { readonly seed: number; readonly first: Attacked }[] = [];
  const left = seeds[Symbol.iterator]();
  const take = async (carryOut: (seed: number) => Promise<Attacked>): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      const first = await carryOut(next.value);
      sumOf(first.family).attempts += 1;
      if (first.achieved.length > 0) suspects.push({ seed: next.value, first });
    }
  };
  await Promise.all(by.map(take));
  const [carryOut = attackOf] = by;
  for (const { seed, first } of suspects) {
    const again = await carryOut(seed);
    const isRepeated = again.achieved.length > 0;
    const { achieved, once } = sumOf(first.family);
    const leaks = isRepeated ? again.achieved : first.achieved;
    (isRepeated ? achieved : once).push(...leaks.map((text) => `attack ${seed}: ${text}`));
  }
  return sums;
}

export async function attempt(
  family: AttackFamily,
  means: Omit<AttackMeans, "folder">,
): Promise<readonly string[]> {
  const folders: string[] = [];
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), "conformance-attack-"));
    folders.push(made);
    return made;
  };
  try {
    return await family.attempt({ ...means, folder });
  } catch (error) {
    return [`an error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  } finally {
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  }
}

export function familyOf(seed: number): AttackFamily {
  return drawn(seed).family;
}

function drawn(seed: number): { readonly family: AttackFamily; readonly random: Random } {
  const random = randomFor(seed, "attack");
  return { family: familyFor(random), random };
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
  return { family, attempts: 0, achieved: [], once: [] };
}
