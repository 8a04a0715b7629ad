import type { JsonObject } from "#contract";
import type { KindSamples } from "../../port/target.ts";

/** A field that contains an integer in every status, preferably `observedGeneration`. Undefined if there is none. */
export function counterIn([first = {}, ...others]: readonly JsonObject[]): string | undefined {
  return ["observedGeneration", ...Object.keys(first)].find((name) =>
    [first, ...others].every((status) => Number.isSafeInteger(status[name])),
  );
}

/** Whether every sample status has an integer in the counter field. */
export function isCounted({ statuses, counter }: KindSamples): boolean {
  return statuses.every((status) => Number.isSafeInteger(status[counter]));
}
