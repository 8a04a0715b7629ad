import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { defineCheck, sampleStatus, vacuous } from "#harness";
import { judgeEdges, tryEdges } from "./edge-attempts.ts";
import type { EdgeAttempt, Rounds } from "./edge-attempts.ts";
import { areListsMerged, isOfObserved, shapeOfMember } from "./status-places.ts";
import type { Shape } from "./status-places.ts";

interface NumberPlace {
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

const requirement = "write.stores-submitted-status";

/** Maximum number of fields that are tested individually if the target rejects all of them at once. */
const maxSinglePlaces = 4;

/**
 * A value with all bits set reveals storage in 8, 16 or 32 bits, signed or unsigned, and in single precision. Smaller
 * values are only sent if the target rejects this one, because a target may have limits.
 */
export const edgeNumbersAreStored = defineCheck<readonly EdgeAttempt[]>({
  id: "write/edge-numbers-are-stored",
  title: "Numbers in a status are stored up to the limits of their declared type",
  covers: [requirement],
  scope: "status-write",

  async drive(context) {
    const sample = sampleStatus(context, 0);
    const places = numbersIn(sample, context.kind.shapes?.status).filter(
      // The result of a merged list depends on the stored one. A server may reject an observed generation that is
      // greater than the generation.
      ({ path, isInList }) =>
        !(isInList && areListsMerged(context)) && !isOfObserved(context.kind, path),
    );
    const single = places.slice(0, maxSinglePlaces).map((place) => edgeRounds([place]));
    return tryEdges(context, sample, [{ all: edgeRounds(places), single }]);
  },

  judge(attempts) {
    const because = "the declared type includes the number, and the server accepted it";
    const findings = judgeEdges(requirement, attempts, because);
    return findings.length === 0
      ? vacuous(
          [requirement],
          "the status has no number, or no number at the limits of its type was accepted",
        )
      : findings;
  },
});

function numbersIn(
  value: JsonValue,
  shape: Shape,
  path: readonly string[] = [],
): readonly NumberPlace[] {
  if (typeof value === "number") {
    // Without a declared type, the field in responses may have a narrower type than the accepted number.
    const largest = shape?.kind === "integer" ? shape.largest : undefined;
    return largest === undefined ? [] : [{ path, largest, isInList: false }];
  }
  if (Array.isArray(value)) {
    const items = shape?.kind === "list" ? shape.items : undefined;
    const found = value.flatMap((item, index) => numbersIn(item, items, [...path, String(index)]));
    return found.map((place) => ({ ...place, isInList: true }));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    numbersIn(inner, shapeOfMember(shape, name), [...path, name]),
  );
}
