import { conditionsIn, readinessOf } from "#harness";
import type { ConditionsPlace } from "#harness";

export type ReadinessOf = typeof readinessOf;

/** Applies the kstatus rules to statuses with their conditions at another path. */
export function readinessIn(place: ConditionsPlace): ReadinessOf {
  return ({ metadata, status = {} }) => {
    const { conditions: _conditions, ...rest } = status;
    const conditions = conditionsIn(place, status);
    return readinessOf({
      metadata,
      status: conditions === undefined ? rest : { ...rest, conditions },
    });
  };
}
