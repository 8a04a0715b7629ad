import { jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { KindSamples } from "../../port/target.ts";

/**
 * Finds a field that contains an integer in every status, preferably `observedGeneration`. Undefined if there is none.
 * Excludes fields with a negative sample, such as a temperature, because samples do not show their limits.
 */
export function counterIn([first = {}, ...others]: readonly JsonObject[]): string | undefined {
  return ["observedGeneration", ...Object.keys(first)].find((name) =>
    [first, ...others].every((status) => isCount(status[name])),
  );
}

export function isCounted({ statuses, counter }: KindSamples): boolean {
  return statuses.every((status) => isCount(status[counter]));
}

/** Whether a field has a different value in every status. */
export function isVaried(statuses: readonly JsonObject[], name: string): boolean {
  const values = statuses.map(({ [name]: value = null }) => value);
  return values.every((value, index) =>
    values.slice(index + 1).every((other) => !jsonEquals(value, other)),
  );
}

/**
 * Replaces the statuses of samples. If the counter then neither counts nor distinguishes the statuses, selects another
 * field: an integer, preferably one that distinguishes them, otherwise any field that does.
 */
export function withStatuses(
  { counter, ...others }: KindSamples,
  statuses: readonly JsonObject[],
): KindSamples {
  const names = Object.keys(statuses[0] ?? {});
  const isInteger = statuses.every((status) => Number.isSafeInteger(status[counter]));
  const isKept = isInteger || (names.includes(counter) && isVaried(statuses, counter));
  const varied = names.filter((name) => isVaried(statuses, name));
  const counted = varied.find((name) => isCounted({ ...others, statuses, counter: name }));
  const found = isKept ? counter : (counted ?? counterIn(statuses) ?? varied[0] ?? names[0]);
  return { ...others, statuses, counter: found ?? counter };
}

/** Replaces the declared counter if that field is negative in a sample and another integer field exists. */
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
