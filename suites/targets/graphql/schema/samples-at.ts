import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

/** What samples have at a field, nulls omitted. */
export function membersAt(samples: readonly JsonValue[], member: string): readonly JsonValue[] {
  return samples.flatMap((sample) => {
    const found = isJsonObject(sample) && Object.hasOwn(sample, member) ? sample[member] : null;
    return found === undefined || found === null ? [] : [found];
  });
}

/** The items of those samples that are lists. */
export function itemsOf(samples: readonly JsonValue[]): readonly JsonValue[] {
  return samples.flatMap((sample) => (isList(sample) ? sample : []));
}

/** Each of several values once, in their order. */
export function distinct(values: readonly JsonValue[]): readonly JsonValue[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...seen.values()];
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
