import {
  listRequirements,
  renderCatalogueJson,
  renderFreedoms,
  renderFreedomsJson,
  renderList,
} from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { loadCatalogue } from "./load-catalogue.ts";
import { findExtensions } from "../config/find-extensions.ts";
import { parseChoice, parseFeature, parseProfile } from "../options/option-values.ts";
import { reportFormats } from "./program.ts";
import type { ListArguments } from "./program.ts";
import type { World } from "../process/world.ts";

export async function list(typed: ListArguments, world: World): Promise<void> {
  const format = parseChoice("--format", typed.format, reportFormats);
  if (typed.freedoms === true) return listFreedoms(format, typed, world);
  const profile = parseProfile(typed.profile);
  const feature =
    typed.feature === undefined ? undefined : parseFeature("--feature", typed.feature);
  const withFaults = typed.faults === true;
  const catalogue = await loadCatalogue({
    withFaults: withFaults || format === "json",
    extensions: await findExtensions(typed.config, world),
  });
  const entries = listRequirements(profile, catalogue).filter(
    (entry) => feature === undefined || entry.features.some((of) => of.feature === feature),
  );
  const style = appearanceOf(world.out, world, typed);
  switch (format) {
    case "json":
      world.out.writeDocument(renderCatalogueJson(entries));
      return;
    case "text":
      world.out.write(
        renderList(entries, {
          ...style,
          ...profile,
          ...(feature === undefined ? {} : { feature }),
          withFaults,
        }),
      );
  }
}

/** Lists the freedoms: permitted differences between conformant servers. Loads the reference server. */
async function listFreedoms(
  format: (typeof reportFormats)[number],
  typed: ListArguments,
  world: World,
): Promise<void> {
  const { freedoms } = await import("#reference");
  const text =
    format === "json"
      ? renderFreedomsJson(freedoms)
      : renderFreedoms(freedoms, appearanceOf(world.out, world, typed));
  world.out.write(text);
}
