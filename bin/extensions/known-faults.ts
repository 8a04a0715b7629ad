import { faults } from "#reference";
import { controllerTwins } from "#reference/controller";
import { faultSigns } from "#reports";
import type { KnownFault } from "#verdicts";

/** The faults of the reference, of its controllers and of extensions, each with how it shows as far as that was measured. */
export function knownFaults(others: readonly KnownFault[] = []): readonly KnownFault[] {
  const signs = faultSigns();
  return [...faults, ...controllerTwins, ...others].map(({ name, summary, breaks }) => {
    const own = signs.get(name);
    return { name, summary, breaks, ...(own === undefined ? {} : { signs: own }) };
  });
}
