import type { World } from "./world.ts";

/** Every common CI system sets this variable. */
export function isInCi({ CI }: World["environment"]): boolean {
  return CI !== undefined && !["", "0", "false"].includes(CI.toLowerCase());
}
