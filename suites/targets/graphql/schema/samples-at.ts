import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

export function membersAt(samples: readonly JsonValue[], member: string): readonly JsonValue[] {
  return samples.flatMap((sample) => {
    const found = isJsonObject(sample) && Object.hasOwn(sample, member) ? sample[member] : null;
    return found === undefined || found === null ? [] : [found];
  });
}

export function itemsOf(samples: readonly JsonValue[]): readonly JsonValue[] {
  return samples.flatMap((sample) => (isJsonList(sample) ? sample : []));
}

export function distinct(values: readonly JsonValue[]): readonly JsonValue[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...seen.values()];
}
