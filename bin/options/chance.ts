import { randomInt } from "node:crypto";
import { seeds } from "./run-settings.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const alphabet = `${letters}0123456789`;

/** The id of a run: eight characters that no other run has, and that every target accepts in names. */
export function newRunId(): string {
  return drawn(alphabet);
}

/** Eight letters that no other run has, for the names of the kinds that a run registers. */
export function newRuntimeSuffix(): string {
  return drawn(letters);
}

/** A seed for a run that was given none. */
export function newSeed(): number {
  return randomInt(seeds.most);
}

function drawn(characters: string): string {
  const draw = (): string => characters.charAt(randomInt(characters.length));
  return Array.from({ length: 8 }, draw).join("");
}
