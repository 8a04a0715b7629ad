import { checks } from "#checks";
import { controllerChecks } from "#wings/controllers";
import { killTable } from "#reports";
import type { CatalogueOptions } from "#reports";
import type { Extensions } from "../extensions/extension.ts";

/**
 * What checks and, if wanted, what faults this release and the extensions have; those of controllers are the twins of the
 * reference controllers. The faults bring the whole reference server
 * with them, for which a plain list should not wait: it has their names from the table that ships.
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
  const { controllerTwins } = await import("#reference/controller");
  return {
    checks: all,
    faults: [...faults, ...controllerTwins, ...own],
    extensions: requirements,
  };
}
