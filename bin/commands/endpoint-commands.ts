import type { Command } from "commander";
import { defineController } from "../options/controller-options.ts";
import { defineObserve } from "../options/observe-options.ts";
import type { ObserveActions } from "../options/observe-options.ts";
import type { ControllerActions } from "../options/controller-options.ts";
import { defaults } from "../options/defaults.ts";
import { addEndpointOptions, givenOptions } from "../options/endpoint-options.ts";
import { addKubernetesOptions, addNamedKindOptions } from "../options/kubernetes-options.ts";
import type { RunArguments } from "../options/run-settings.ts";

/** What the commands beside a run do with an endpoint. */
export interface EndpointActions extends ControllerActions, ObserveActions {
  readonly cleanup: (
    record: string,
    typed: RunArguments,
    given: ReadonlySet<string>,
  ) => Promise<void>;
  readonly config: (typed: RunArguments, given: ReadonlySet<string>) => Promise<void>;
}

/** Adds the command that shows what a run would be told. It has the options of a run. */
function defineConfig(program: Command, run: Command, actions: EndpointActions): void {
  const config = program
    .command("config")
    .description("print the options of a run, each with where it comes from")
    .action((typed: RunArguments, command: Command) =>
      actions.config(typed, givenOptions(command)),
    );
  for (const option of run.options) config.addOption(option);
}

/** Adds the commands beside a run that are about an endpoint. */
export function defineEndpointCommands(
  program: Command,
  run: Command,
  actions: EndpointActions,
): void {
  const cleanup = program
    .command("cleanup")
    .description("remove what a run has left behind, for instance one that was killed")
    .argument("<run>", "the run.ndjson of the run, or its folder")
    .option("--timeout <seconds>", "the limit of one request (default: 10)")
    .option("--yes", "remove from a server on another machine without asking first")
    .option("--unsealed", "remove what the record of another user or machine names, too")
    .action((record: string, typed: RunArguments, command: Command) =>
      actions.cleanup(record, { ...unused, ...typed }, givenOptions(command)),
    );
  addNamedKindOptions(addKubernetesOptions(addEndpointOptions(cleanup)));
  defineConfig(program, run, actions);
  defineController(program, actions);
  defineObserve(program, actions);
}

/** What a run takes and nothing else does. */
const unused = {
  output: defaults.output,
  format: defaults.formats,
} as const;
