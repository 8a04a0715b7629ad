import { randomInt } from "node:crypto";
import { seeds } from "./run-settings.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const alphabet = `${letters}0123456789`;

export function newRunId(): string {
  return drawn(alphabet);
}

export function newRuntimeSuffix(): string {
  return drawn(letters);
}

export function newSeed(): number {
  return randomInt(seeds.most);
}

function drawn(characters: string): string {
  const draw = (): string => characters.charAt(randomInt(characters.length));
  return Array.from({ length: 8 }, draw).join("");
}
