import { inputMembers } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";

/** Inputs with the members of those that are objects, some levels deep. */
export function flattened(inputs: readonly Input[], depth = 3): readonly Input[] {
  if (depth === 0) return [];
  return inputs.flatMap((input) => [input, ...flattened(inputMembers(input), depth - 1)]);
}
