import { jsonEquals } from "#contract";
import type { JsonObject } from "#contract";

/**
 * Returns the next spec in a sequence in which each step changes the next field to the value of the other sample.
 * Undefined if both samples are equal.
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
