import type { Command } from "commander";
import { defaults } from "./defaults.ts";
import { addEndpointOptions, givenOptions } from "./endpoint-options.ts";
import { addKubernetesOptions, kindFileOption } from "./kubernetes-options.ts";
import { addGateOptions, formatsOption } from "./gate-options.ts";
import type { RunArguments } from "./run-settings.ts";

/** The options of `observe`, as they were typed. */
export interface ObserveArguments extends RunArguments {
  readonly kind?: readonly string[];
  readonly namespace?: string;
  readonly manager?: readonly string[];
  readonly for?: string;
}

/** What the commands that only look do. */
export interface ObserveActions {
  readonly observe: (typed: ObserveArguments, given: ReadonlySet<string>) => Promise<void>;
}

/** Adds the command that watches a live system. */
export function defineObserve(program: Command, actions: ObserveActions): void {
  const observe = addEndpointOptions(
    program
      .command("observe")
      .description(
        "watch the objects of a live system, and judge the controllers that write them; only lists and watches",
      ),
    "watch this GraphQL endpoint (or --kubeconfig, for an API server)",
  )
    .option(
      "--kind <name...>",
      "watch these kinds (default: all of the dialect with a status); of an API server as deployments.apps",
    )
    .addOption(kindFileOption("watch the kinds in this file, in YAML or JSON"))
    .option("--namespace <name>", "watch this namespace (default: all)")
    .option("--manager <name...>", "the controller under judgement writes under these names")
    .option("--for <time>", "watch so long, for instance 10m (default: until interrupted)")
    .option("--profile <name>", "select the revision: controller/v1@REVISION (default: the newest)")
    .option("--timeout <seconds>", "the limit of one request (default: 10)")
    .option("--output <folder>", "write run.ndjson and reports there", defaults.output)
    .addOption(formatsOption(defaults.formats))
    .option("--quiet", "say nothing but failures and the result")
    .action((typed: ObserveArguments, command: Command) =>
      actions.observe(typed, givenOptions(command)),
    );
  addKubernetesOptions(addGateOptions(observe));
}
