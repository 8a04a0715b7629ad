import { jsonEquals } from "#contract";
import type { JsonObject } from "#contract";

/**
 * Returns the next spec of a walk between two samples. Each step gives the next field its value in the other sample.
 * Undefined if the samples are equal.
 */
export function nextInWalk(
  current: JsonObject,
  [one, other]: readonly [JsonObject, JsonObject],
  step: number,
): JsonObject | undefined {
  const names = Object.keys(one).filter(
    (name) => name in current && name in other && !jsonEquals(one[name], other[name]),
  );
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined) return undefined;
  const isFirst = jsonEquals(current[name], one[name]);
  return { ...current, ...(isFirst ? pick(other, name) : pick(one, name)) };
}

function pick(from: JsonObject, name: string): JsonObject {
  const { [name]: value } = from;
  return value === undefined ? {} : { [name]: value };
}
