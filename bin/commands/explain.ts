import { isRequirementId, requirementIds, suiteCommand } from "#contract";
import type { RequirementId } from "#contract";
import { describeRequirement, renderEntry, requirementAddress, requirementPath } from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { loadCatalogue } from "./load-catalogue.ts";
import { UsageError } from "../process/program-errors.ts";
import { findExtensions } from "../config/find-extensions.ts";
import { suggest } from "../options/suggest-names.ts";
import { readSuite } from "../process/version.ts";
import type { World } from "../process/world.ts";

export interface ExplainCall {
  readonly requirement: string;
  readonly config?: string;
  readonly color: boolean;
}

export async function explain(
  { requirement: wanted, config, color }: ExplainCall,
  world: World,
): Promise<void> {
  const extensions = await findExtensions(config, world);
  const ids = [...requirementIds, ...extensions.requirements.map(({ id }) => id)];
  const requirement = ids.find((id) => id === wanted);
  if (requirement === undefined) {
    throw new UsageError(`no requirement "${wanted}"`, {
      fix: suggest(wanted, ids, `List the requirements with ${suiteCommand} list.`),
    });
  }
  const catalogue = await loadCatalogue({ withFaults: true, extensions });
  const entry = describeRequirement(requirement, catalogue);
  const appearance = appearanceOf(world.out, world, { color });
  world.out.write(renderEntry(entry, { ...appearance, ...pageOf(requirement) }));
}

function pageOf(requirement: RequirementId): { readonly documentation?: string } {
  if (!isRequirementId(requirement)) return {};
  const address = requirementAddress(requirement, readSuite().documentation);
  return { documentation: address ?? `${requirementPath(requirement)} in the documentation` };
}
