import { checks } from "#checks";
import type { CatalogueOptions } from "#reports";

/**
 * What checks and, if wanted, what faults this release has. The faults bring the whole reference server
 * with them, for which a plain list should not wait.
 */
export async function loadCatalogue(options: {
  readonly withFaults: boolean;
}): Promise<CatalogueOptions> {
  if (!options.withFaults) return { checks, faults: [] };
  const { faults } = await import("#reference");
  return { checks, faults };
}
