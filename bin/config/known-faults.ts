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
  "name" | "summary" | "breaks" | "mayBreak" | "phase" | "requires" | "through" | "isAmongKinds"
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
 * Returns alternative sets of features, each sufficient to have and to detect a fault. A set contains the features that
 * the fault requires, those of a requirement that it violates, those of a check that detects it, and one through which
 * it is visible.
 */
function needsOf(
  { breaks, requires = breaks.slice(0, 1).flatMap(featuresOf), through = [] }: NamedFault,
  signs: readonly FaultSign[] | undefined,
): readonly (readonly Feature[])[] {
  const places =
    signs === undefined || signs.length === 0
      ? breaks.map(featuresOf)
      : signs.map(({ requirement, check }) => [
          ...featuresOf(requirement),
          ...(featuresOfChecks.get(check) ?? []),
        ]);
  const ways = through.length === 0 ? [[]] : through.map((way) => [way]);
  return places.flatMap((place) => ways.map((way) => [...requires, ...place, ...way]));
}

function featuresOf(requirement: RequirementId): readonly Feature[] {
  return inCatalogue(requirement)?.features ?? [];
}
