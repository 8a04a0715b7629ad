import { checks, controllerChecks } from "#checks";
import type { CatalogueOptions } from "#reports";

/**
 * What checks and, if wanted, what faults this release has; those of controllers are the twins of the
 * reference controllers. The faults bring the whole reference server
 * with them, for which a plain list should not wait.
 */
export async function loadCatalogue(options: {
  readonly withFaults: boolean;
}): Promise<CatalogueOptions> {
  const all = [...checks, ...controllerChecks()];
  if (!options.withFaults) return { checks: all, faults: [] };
  const { faults } = await import("#reference");
  const { controllerTwins } = await import("#reference/controller");
  return { checks: all, faults: [...faults, ...controllerTwins] };
}
