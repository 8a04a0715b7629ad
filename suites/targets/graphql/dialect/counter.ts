import type { JsonObject } from "#contract";
import type { KindSamples } from "../../port/target.ts";

/** A field that holds a whole number in every status, the usual one first. Undefined where none does. */
export function counterIn([first = {}, ...others]: readonly JsonObject[]): string | undefined {
  return ["observedGeneration", ...Object.keys(first)].find((name) =>
    [first, ...others].every((status) => Number.isSafeInteger(status[name])),
  );
}

/** Whether every sample status has a whole number where checks count. */
export function isCounted({ statuses, counter }: KindSamples): boolean {
  return statuses.every((status) => Number.isSafeInteger(status[counter]));
}
