import { containsValue, isSameValue } from "#contract";
import type { JsonValue } from "#contract";

/** Longest list whose items are compared with those of another list. */
const maxItems = 200;

/** A list that a server returned with the items that were sent, in another order or without repetitions. */
export interface MatchedItems {
  /** For each sent item, the index of the returned item. */
  readonly places: readonly number[];
  /** Whether repeated items were returned only once. */
  readonly isWithoutRepetitions: boolean;
  /** Whether the returned items have the order in which they were first sent. */
  readonly isInOrder: boolean;
}

/**
 * Finds each sent item in a returned list. Undefined if an item was changed, lost or added, or is missing although the
 * list contains no equal item.
 */
export function matchItems(
  sent: readonly JsonValue[],
  returned: readonly JsonValue[],
): MatchedItems | undefined {
  if (sent.length > maxItems || returned.length > sent.length) return undefined;
  const used = new Set<number>();
  const places: number[] = [];
  for (const item of sent) {
    const place = placeOf(item, returned, (index) => !used.has(index));
    const known = place === -1 ? placeOf(item, returned, (index) => used.has(index)) : place;
    if (known === -1) return undefined;
    used.add(known);
    places.push(known);
  }
  if (used.size < returned.length) return undefined;
  const firsts = [...new Set(places)];
  return {
    places,
    isWithoutRepetitions: returned.length < sent.length,
    isInOrder: firsts.every((place, index) => place === index),
  };
}

/** Prefers an equal item. A server may have added fields to the returned one. */
function placeOf(
  item: JsonValue,
  returned: readonly JsonValue[],
  isEligible: (index: number) => boolean,
): number {
  const find = (isMatch: (sent: JsonValue, other: JsonValue) => boolean): number =>
    returned.findIndex((other, index) => isEligible(index) && isMatch(item, other));
  const equal = find((sent, other) => isSameValue(sent, other));
  return equal === -1 ? find((sent, other) => containsValue(other, sent)) : equal;
}
