import { checks } from "#checks";
import { controllerChecks } from "#wings/controllers";
import { features, identities, profileRevisions, profiles, requirementIds } from "#contract";
import { faults, freedoms } from "#reference";
import { controllerTwins } from "#reference/controller";
import type { Command } from "commander";
import { completeWords } from "./complete-words.ts";
import type { WordValues } from "./complete-words.ts";
import { completionScript, shells } from "./completion-script.ts";
import { findExtensions } from "../extensions/find-extensions.ts";
import { parseChoice } from "../options/option-values.ts";
import { formatNames } from "../options/format-wishes.ts";
import type { World } from "../process/world.ts";

/** Prints the script that makes a shell complete the words of this program. Throws {@link UsageError} for any other. */
export function completion(shell: string, world: World): void {
  world.out.writeDocument(completionScript(parseChoice("completion", shell, shells)));
}

/** Prints the words that can stand where the last of the typed ones stands, one in each line. */
export async function printWords(
  program: Command,
  typed: readonly string[],
  world: World,
): Promise<void> {
  const found = completeWords(program, typed, await valuesOf(world));
  world.out.write(found.map((word) => `${word}\n`).join(""));
}

/** A configuration that is not in order must not keep a shell from completing. */
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
      protocol: ["graphql", "kubernetes"],
      skip: selectable,
      twin: controllerTwins.map(({ name }) => name),
    },
    arguments: { completion: shells, explain: ids },
  };
}

/** A shell cannot answer questions while it completes a word. */
function unasked({ ask: _nobody, ...world }: World): World {
  return world;
}
