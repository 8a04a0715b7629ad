import { conditionsIn, readinessOf } from "#harness";
import type { ConditionsPlace } from "#harness";

export type ReadinessOf = typeof readinessOf;

/** Returns the rules of kstatus for statuses with their conditions at another place. */
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
