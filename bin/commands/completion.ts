import { checks } from "#checks";
import { controllerChecks } from "#wings/controllers";
import { features, identities, profileRevisions, profiles, requirementIds } from "#contract";
import { faults, freedoms } from "#reference";
import { faultyVariants } from "#reference/controller";
import { protocolNames } from "#targets";
import type { Command, Option } from "commander";
import { completionScript, shells } from "./completion-script.ts";
import { findExtensions } from "../config/find-extensions.ts";
import { parseChoice } from "../options/option-values.ts";
import { formatNames } from "../options/format-requests.ts";
import type { World } from "../process/world.ts";

interface WordValues {
  /** Keyed by the long name of the option, without hyphens, in camel case. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  readonly arguments: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns completions for the last word, which may be empty or incomplete. Returns none where the shell's own
 * completion is better, for instance for file names.
 */
export function completeWords(
  program: Command,
  typed: readonly string[],
  values: WordValues,
): readonly string[] {
  const current = typed.at(-1) ?? "";
  const before = typed.slice(0, -1);
  return candidatesFor(program, { before, current }, values).filter((word) =>
    word.startsWith(current),
  );
}

interface Typed {
  readonly before: readonly string[];
  readonly current: string;
}

function candidatesFor(
  program: Command,
  { before, current }: Typed,
  values: WordValues,
): readonly string[] {
  const named = commandsOf(program).find((command) => command.name() === before[0]);
  const command = named ?? runOf(program);
  const option = openOption(command, before);
  if (option !== undefined && !current.startsWith("-")) {
    return values.options[option.attributeName()] ?? [];
  }
  if (current.startsWith("-")) return flagsOf(command);
  if (before.length === 0) return commandsOf(program).map((one) => one.name());
  if (named === undefined) return [];
  return named.name() === "help"
    ? commandsOf(program).map((one) => one.name())
    : (values.arguments[named.name()] ?? []);
}

function commandsOf(program: Command): readonly Command[] {
  return program.createHelp().visibleCommands(program);
}

function runOf(program: Command): Command {
  return program.commands.find((command) => command.name() === "run") ?? program;
}

function flagsOf(command: Command): readonly string[] {
  const options = command.createHelp().visibleOptions(command);
  return options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long]));
}

/** Finds the option whose value is being typed: the last option, if it accepts values. */
function openOption(command: Command, before: readonly string[]): Option | undefined {
  const at = before.findLastIndex((word) => word.startsWith("-"));
  if (at < 0) return undefined;
  const option = command.options.find(({ long, short }) => [long, short].includes(before[at]));
  if (option === undefined || !(option.required || option.optional)) return undefined;
  return option.variadic || at === before.length - 1 ? option : undefined;
}

export function completion(shell: string, world: World): void {
  world.out.writeDocument(completionScript(parseChoice("the shell", shell, shells)));
}

export async function printWords(
  program: Command,
  typed: readonly string[],
  world: World,
): Promise<void> {
  const found = completeWords(program, typed, await valuesOf(world));
  world.out.write(found.map((word) => `${word}\n`).join(""));
}

/** Collects the words to offer. An invalid configuration must not break completion. */
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

/** Removes the prompt, because the user cannot answer questions during completion. */
function unasked({ ask: _nobody, ...world }: World): World {
  return world;
}
