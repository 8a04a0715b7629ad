import { inputFields } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";

const maxInputs = 1_000;

/** Returns inputs with the nested fields of input objects, up to a limited depth. */
export function flattened(inputs: readonly Input[], depth = 3): readonly Input[] {
  const found: Input[] = [];
  collect(inputs, depth, found);
  return found;
}

function collect(inputs: readonly Input[], depth: number, found: Input[]): void {
  if (depth === 0) return;
  for (const input of inputs) {
    if (found.length >= maxInputs) return;
    found.push(input);
    collect(inputFields(input), depth - 1, found);
  }
}
