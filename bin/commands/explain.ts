import { isRequirementId, requirementIds } from "#contract";
import { describeRequirement, renderEntry } from "#reports";
import { appearanceOf } from "../appearance.ts";
import { loadCatalogue } from "../catalogue.ts";
import { UsageError } from "../errors.ts";
import { suggest } from "../nearest.ts";
import type { World } from "../world.ts";

/** What `explain` was called with. */
export interface ExplainCall {
  readonly requirement: string;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/** Says all about one requirement. Throws {@link UsageError} for one that does not exist. */
export async function explain({ requirement, color }: ExplainCall, world: World): Promise<void> {
  if (!isRequirementId(requirement)) {
    throw new UsageError(`there is no requirement "${requirement}"`, {
      mend: suggest(requirement, requirementIds, "List them with conformance list."),
    });
  }
  const entry = describeRequirement(requirement, await loadCatalogue({ withFaults: true }));
  world.out.write(renderEntry(entry, appearanceOf(world.out, world, { color })));
}
