import { randomInt } from "node:crypto";
import { seeds } from "./run-settings.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** The id of a run: eight characters that no other run has, and that every target accepts in names. */
export function newRunId(): string {
  return Array.from({ length: 8 }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** A seed for a run that was given none. */
export function newSeed(): number {
  return randomInt(seeds.most);
}
