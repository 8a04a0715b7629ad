import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** The metadata fields that an endpoint may represent as lists of pairs. */
export const pairedNames = ["labels", "annotations"] as const;

export type PairedName = (typeof pairedNames)[number];

/** The names of the two fields of a pair: `{ key: "name", value: "text" }` for pairs such as `{ name, text }`. */
export interface PairFields {
  readonly key: string;
  readonly value: string;
}

export type LabelPairs = Readonly<Partial<Record<PairedName, PairFields>>>;

export function pairsOf(map: JsonObject, { key, value }: PairFields): readonly JsonObject[] {
  return Object.entries(map).map(([name, text]) => ({ [key]: name, [value]: text }));
}

/**
 * Converts a list of pairs to a map, and returns other values unchanged. A pair without a value gets an empty string.
 */
export function mapOfPairs(found: JsonValue, { key, value }: PairFields): JsonValue {
  if (!isJsonList(found)) return found;
  const entries = found.map((pair): readonly [string, JsonValue] | undefined => {
    const name = isJsonObject(pair) ? pair[key] : undefined;
    return isJsonObject(pair) && typeof name === "string" ? [name, pair[value] ?? ""] : undefined;
  });
  return entries.every((entry) => entry !== undefined) ? Object.fromEntries(entries) : found;
}
