import type { JsonObject, JsonValue } from "#contract";
import type { KindSamples } from "../../port/target.ts";

/**
 * A field that contains an integer in every status, preferably `observedGeneration`. Undefined if there is none. A
 * number that is negative in a sample, such as a temperature, has limits that no sample shows.
 */
export function counterIn([first = {}, ...others]: readonly JsonObject[]): string | undefined {
  return ["observedGeneration", ...Object.keys(first)].find((name) =>
    [first, ...others].every((status) => isCount(status[name])),
  );
}

/** Whether every sample status has a count in the counter field. */
export function isCounted({ statuses, counter }: KindSamples): boolean {
  return statuses.every((status) => isCount(status[counter]));
}

/** The samples with another counter, if the declared one is negative in a sample and there is another integer. */
export function withCounter(samples: KindSamples): KindSamples {
  if (isCounted(samples)) return samples;
  const isInteger = samples.statuses.every((status) =>
    Number.isSafeInteger(status[samples.counter]),
  );
  const other = isInteger ? counterIn(samples.statuses) : undefined;
  return other === undefined ? samples : { ...samples, counter: other };
}

function isCount(value: JsonValue | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
