import {
  addEndpointOptions,
  addKubernetesOptions,
  addNamedKindOptions,
  configOption,
  givenOptions,
} from "../options/option-groups.ts";
import type { Command } from "commander";
import { defineController } from "../options/controller-options.ts";
import type { ControllerActions } from "../options/controller-options.ts";
import { defineObserve } from "../options/observe-options.ts";
import type { ObserveActions } from "../options/observe-options.ts";
import { defaults } from "../options/option-defaults.ts";
import type { RunArguments } from "../options/run-settings.ts";

export interface EndpointActions extends ControllerActions, ObserveActions {
  readonly cleanup: (
    record: string,
    typed: RunArguments,
    given: ReadonlySet<string>,
  ) => Promise<void>;
  readonly config: (typed: RunArguments, given: ReadonlySet<string>) => Promise<void>;
}

function defineConfig(program: Command, run: Command, actions: EndpointActions): void {
  const config = program
    .command("config")
    .description("print the effective options of a run and the origin of each")
    .action((typed: RunArguments, command: Command) =>
      actions.config(typed, givenOptions(command)),
    );
  for (const option of run.options) config.addOption(option);
}

export function defineEndpointCommands(
  program: Command,
  run: Command,
  actions: EndpointActions,
): void {
  const cleanup = program
    .command("cleanup")
    .description("delete objects that a killed run left behind")
    .argument("<run>", "run.ndjson of the run, or its folder")
    .option("--timeout <seconds>", "set the request timeout (default: 10)")
    .option("--yes", "delete objects on another machine without confirmation")
    .option("--unsealed", "accept a modified record, or a record from another user or machine")
    .action((record: string, typed: RunArguments, command: Command) =>
      actions.cleanup(record, { ...unused, ...typed }, givenOptions(command)),
    );
  const endpoint = "delete from this endpoint (default: the run's)";
  addNamedKindOptions(addKubernetesOptions(addEndpointOptions(cleanup, endpoint, "the run's")));
  cleanup.addOption(configOption());
  defineConfig(program, run, actions);
  defineController(program, actions);
  defineObserve(program, actions);
}

/** Values of run options that `cleanup` needs internally but does not accept on its command line. */
const unused = {
  output: defaults.output,
  format: defaults.formats,
} as const;
