import { freedoms as allFreedoms } from "#reference";
import type { Fault, Freedom } from "#reference";

export function withFreedomsOf(
  faults: readonly Fault[],
  chosen: readonly Freedom[],
): readonly Freedom[] {
  const required = new Set(faults.flatMap(({ under = [] }) => under));
  if (required.size === 0) return chosen;
  const names = new Set(chosen.map(({ name }) => name));
  const added = allFreedoms.filter(({ name }) => required.has(name) && !names.has(name));
  return [...chosen, ...added].toSorted((left, right) => placeOf(left) - placeOf(right));
}

function placeOf({ name }: Freedom): number {
  return allFreedoms.findIndex((freedom) => freedom.name === name);
}
