import { checks } from "#checks";
import { controllerChecks } from "#wings/controllers";
import { features, identities, profileRevisions, profiles, requirementIds } from "#contract";
import { faults, freedoms } from "#reference";
import { faultyVariants } from "#reference/controller";
import { protocolNames } from "#targets";
import type { Command } from "commander";
import { completeWords } from "./complete-words.ts";
import type { WordValues } from "./complete-words.ts";
import { completionScript, shells } from "./completion-script.ts";
import { findExtensions } from "../config/find-extensions.ts";
import { parseChoice } from "../options/option-values.ts";
import { formatNames } from "../options/format-requests.ts";
import type { World } from "../process/world.ts";

/** @throws UsageError for an unsupported shell. */
export function completion(shell: string, world: World): void {
  world.out.writeDocument(completionScript(parseChoice("completion", shell, shells)));
}

/** Prints completions for the last word, one per line. */
export async function printWords(
  program: Command,
  typed: readonly string[],
  world: World,
): Promise<void> {
  const found = completeWords(program, typed, await valuesOf(world));
  world.out.write(found.map((word) => `${word}\n`).join(""));
}

/** An invalid configuration must not break completion. */
async function valuesOf(world: World): Promise<WordValues> {
  const own = await findExtensions(undefined, unasked(world)).catch(() => undefined);
  const ids = [...requirementIds, ...(own?.requirements ?? []).map(({ id }) => id)];
  const all = [...checks, ...controllerChecks(), ...(own?.checks ?? [])];
  const selectable = [...ids, ...all.map(({ id }) => id)];
  const known = Object.keys(features);
  return {
    options: {
      config: [],
      fault: [...faults, ...(own?.faults ?? [])].map(({ name }) => name),
      feature: known,
      freedom: freedoms.map(({ name }) => name),
      freedoms: ["alone", "pairs", "together"],
      format: [...formatNames, "text"],
      identity: Object.keys(identities).map((name) => `${name}=`),
      noFeature: known,
      only: selectable,
      profile: Object.keys(profiles).flatMap((profile) => [
        profile,
        ...profileRevisions.map((revision) => `${profile}@${revision}`),
      ]),
      protocol: protocolNames,
      skip: selectable,
      variant: faultyVariants.map(({ name }) => name),
    },
    arguments: { completion: shells, explain: ids },
  };
}

/** A shell cannot answer questions during completion. */
function unasked({ ask: _nobody, ...world }: World): World {
  return world;
}
