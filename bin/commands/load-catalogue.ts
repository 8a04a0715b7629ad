import { checks } from "#checks";
import { controllerChecks } from "#wings/controllers";
import { killTable } from "#reports";
import type { CatalogueOptions } from "#reports";
import type { Extensions } from "../config/extension-parts.ts";

/**
 * Loads the checks and, if requested, the faults of this release and of extensions. The faults of controllers are the
 * faulty variants of the reference controllers. Loading the faults loads the whole reference server, so without
 * `withFaults` they have only names and requirements, from the generated table.
 */
export async function loadCatalogue(options: {
  readonly withFaults: boolean;
  readonly extensions: Extensions;
}): Promise<CatalogueOptions> {
  const { requirements, faults: own, checks: ownChecks } = options.extensions;
  const all = [...checks, ...controllerChecks(), ...ownChecks];
  if (!options.withFaults) {
    const counted = killTable().faults.map(({ name, breaks }) => ({ name, summary: "", breaks }));
    return { checks: all, faults: [...counted, ...own], extensions: requirements };
  }
  const { faults } = await import("#reference");
  const { faultyVariants } = await import("#reference/controller");
  return {
    checks: all,
    faults: [...faults, ...faultyVariants, ...own],
    extensions: requirements,
  };
}
