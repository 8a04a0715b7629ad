import type { World } from "./world.ts";

/** Whether the program runs in CI. Every common CI system sets this variable. */
export function isInCi({ CI }: World["environment"]): boolean {
  return CI !== undefined && !["", "0", "false"].includes(CI.toLowerCase());
}
