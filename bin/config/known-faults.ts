import { checks } from "#checks";
import { inCatalogue } from "#contract";
import type { Feature, RequirementId } from "#contract";
import { faults } from "#reference";
import type { Fault } from "#reference";
import { faultyVariants } from "#reference/controller";
import { faultSigns } from "#reports";
import type { FaultSign, KnownFault } from "#verdicts";

type NamedFault = Pick<
  Fault,
  "name" | "summary" | "breaks" | "mayBreak" | "phase" | "through" | "isAmongKinds"
>;

export function knownFaults(others: readonly NamedFault[] = []): readonly KnownFault[] {
  const signs = faultSigns();
  const all: readonly NamedFault[] = [...faults, ...faultyVariants, ...others];
  return all.map((fault) => {
    const { name, summary, breaks, mayBreak, phase, isAmongKinds } = fault;
    const own = signs.get(name);
    return {
      name,
      summary,
      breaks,
      ...(mayBreak === undefined ? {} : { mayBreak }),
      needs: needsOf(fault, own),
      ...(isAmongKinds === undefined ? {} : { isAmongKinds }),
      ...(own === undefined ? {} : { signs: own }),
      ...(phase === "history" ? { isRare: true as const } : {}),
    };
  });
}

const featuresOfChecks = new Map(checks.map(({ id, features = [] }) => [id, features]));

/**
 * Returns alternative sets of features, each sufficient to detect a fault. A set contains the features required by a
 * requirement that the fault violates, plus those required by a check that detects it.
 */
function needsOf(
  { breaks, through }: NamedFault,
  signs: readonly FaultSign[] | undefined,
): readonly (readonly Feature[])[] {
  const places =
    signs === undefined || signs.length === 0
      ? breaks.map(featuresOf)
      : signs.map(({ requirement, check }) => [
          ...featuresOf(requirement),
          ...(featuresOfChecks.get(check) ?? []),
        ]);
  return through === undefined
    ? places
    : places.flatMap((place) => through.map((way) => [...place, way]));
}

function featuresOf(requirement: RequirementId): readonly Feature[] {
  return inCatalogue(requirement)?.features ?? [];
}
