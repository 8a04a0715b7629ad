import { inUsualPlaces, readinessOf } from "#harness";
import type { StatusPlaces } from "#harness";

export type ReadinessOf = typeof readinessOf;

/** Applies the kstatus rules to statuses with their conditions or their observed generation at another path. */
export function readinessIn(places: StatusPlaces): ReadinessOf {
  return ({ metadata, status = {} }) =>
    readinessOf({ metadata, status: inUsualPlaces(places, status) });
}
