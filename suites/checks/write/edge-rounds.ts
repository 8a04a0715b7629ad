import type { Rounds } from "./edge-attempts.ts";

export interface NumberPlace {
  readonly path: readonly string[];
  readonly largest: number;
  readonly isInList: boolean;
}

/** The largest value of GraphQL's `Int`, the narrowest common type. */
const narrowest = 2 ** 31 - 1;

/**
 * The values to try, from the largest to the smallest. A field with a narrower type gets the largest value of its type
 * in each round, so that fields of different types are tested together.
 */
export function edgeRounds(places: readonly NumberPlace[]): Rounds {
  if (places.length === 0) return [];
  const largest = Math.max(...places.map((place) => place.largest));
  const limits = new Set([largest, narrowest, 65_536, 256]);
  return [...limits]
    .filter((limit) => limit <= largest)
    .map((limit) =>
      places.map((place) => ({ path: place.path, value: Math.min(place.largest, limit) })),
    );
}
