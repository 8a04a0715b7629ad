import { jsonEquals } from "#contract";
import type { JsonObject } from "#contract";

interface SingleProperty {
  readonly current: JsonObject;
  readonly wanted: JsonObject;
  /** The index among the properties that differ: from the start, or from the end if negative. */
  readonly only: number;
  /** The preceding spec, if the server rejected it as invalid. */
  readonly refused?: JsonObject | undefined;
}

/**
 * Returns the spec with one of the properties that differ from the requested spec. If the server rejected the change of
 * a single property, that property depends on another, and is changed together with the next property. Undefined if
 * fewer properties differ.
 */
export function nextSpec({
  current,
  wanted,
  only,
  refused = current,
}: SingleProperty): JsonObject | undefined {
  const names = [...new Set([...Object.keys(refused), ...Object.keys(wanted)])].toSorted();
  const name = names.filter((one) => !jsonEquals(refused[one], wanted[one])).at(only);
  if (name === undefined) return undefined;
  const { [name]: _, ...rest } = refused;
  const value = wanted[name];
  return value === undefined ? rest : { ...rest, [name]: value };
}
