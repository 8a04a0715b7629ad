import type { Change } from "#harness";

/** Returns the path of the changed field. A condition counts as one field. */
export function fieldOf({ path }: Change): string {
  return path.replace(/\].*$/su, "]");
}
