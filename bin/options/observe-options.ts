import {
  addEndpointOptions,
  addKubernetesOptions,
  addRunOutputOptions,
  configOption,
  givenOptions,
  kindFileOption,
} from "./option-groups.ts";
import type { Command } from "commander";
import type { RunArguments } from "./run-settings.ts";

export interface ObserveArguments extends RunArguments {
  readonly kind?: readonly string[];
  readonly namespace?: string;
  readonly manager?: readonly string[];
  readonly for?: string;
}

export interface ObserveActions {
  readonly observe: (typed: ObserveArguments, given: ReadonlySet<string>) => Promise<void>;
}

export function defineObserve(program: Command, actions: ObserveActions): void {
  const observe = addEndpointOptions(
    program
      .command("observe")
      .description("check the controllers of a live system, using only lists and watches"),
    "watch this GraphQL endpoint (for an API server: --protocol kubernetes)",
  )
    .optionsGroup("Observation options:")
    .option(
      "--kind <name...>",
      "watch these kinds, e.g. deployments.apps on an API server (default: all kinds in the dialect with a status)",
    )
    .addOption(kindFileOption("watch the kinds in this YAML or JSON file"))
    .option("--namespace <name>", "watch this namespace (default: all namespaces)")
    .option("--manager <name...>", "identify the controller under test by these field managers")
    .option(
      "--for <time>",
      "set the duration of the observation, e.g. 10m (default: until interrupted)",
    )
    .option(
      "--profile <name>",
      "select the profile revision: controller/v1@REVISION (default: the latest)",
    )
    .option("--timeout <seconds>", "set the request timeout (default: 10)")
    .action((typed: ObserveArguments, command: Command) =>
      actions.observe(typed, givenOptions(command)),
    );
  addKubernetesOptions(addRunOutputOptions(observe));
  observe.addOption(configOption());
}
