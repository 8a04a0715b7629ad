import { checks, controllerChecks } from "#checks";
import type { CatalogueOptions } from "#reports";
import type { Extensions } from "./extensions/extension.ts";

/**
 * What checks and, if wanted, what faults this release and the extensions have; those of controllers are the twins of the
 * reference controllers. The faults bring the whole reference server
 * with them, for which a plain list should not wait.
 */
export async function loadCatalogue(options: {
  readonly withFaults: boolean;
  readonly extensions: Extensions;
}): Promise<CatalogueOptions> {
  const { requirements, faults: own, checks: ownChecks } = options.extensions;
  const all = [...checks, ...controllerChecks(), ...ownChecks];
  if (!options.withFaults) return { checks: all, faults: [], extensions: requirements };
  const { faults } = await import("#reference");
  const { controllerTwins } = await import("#reference/controller");
  return {
    checks: all,
    faults: [...faults, ...controllerTwins, ...own],
    extensions: requirements,
  };
}
