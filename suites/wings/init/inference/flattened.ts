import { inputMembers } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";

/** How many inputs of one call are considered: thousands of calls can share one huge input type. */
const mostInputs = 1_000;

/** Inputs with the fields of those that are objects, some levels deep. */
export function flattened(inputs: readonly Input[], depth = 3): readonly Input[] {
  const found: Input[] = [];
  collect(inputs, depth, found);
  return found;
}

function collect(inputs: readonly Input[], depth: number, found: Input[]): void {
  if (depth === 0) return;
  for (const input of inputs) {
    if (found.length >= mostInputs) return;
    found.push(input);
    collect(inputMembers(input), depth - 1, found);
  }
}
