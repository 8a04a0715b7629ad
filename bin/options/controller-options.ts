import { Option } from "commander";
import type { Command } from "commander";
import { defaults } from "./defaults.ts";
import { addEndpointOptions, givenOptions } from "./endpoint-options.ts";
import { addKubernetesOptions, kindFileOption } from "./kubernetes-options.ts";
import { addGateOptions, formatsOption } from "./gate-options.ts";
import type { RunArguments } from "./run-settings.ts";

/** The options of `controller`, as they were typed. */
export interface ControllerArguments extends RunArguments {
  readonly command?: string;
  readonly reference?: boolean;
  readonly ready?: string;
  readonly readyTime?: string;
  readonly proxyPort?: string;
  readonly kind?: readonly string[];
  readonly specs?: string;
  readonly rivalMember?: readonly string[];
  readonly converge?: string;
  readonly twin?: string;
}

/** What the commands on controllers do. */
export interface ControllerActions {
  readonly controller: (typed: ControllerArguments, given: ReadonlySet<string>) => Promise<void>;
}

/** Adds the command that drives a controller. */
export function defineController(program: Command, actions: ControllerActions): void {
  const controller = addEndpointOptions(
    program
      .command("controller")
      .description(
        "drive a controller, disturb it, and judge what it reports (default: the reference controllers)",
      ),
  )
    .option("--command <line>", "start the controller under test with this command line")
    .option("--ready <text>", "it is ready once it has printed this (default: at once)")
    .option("--ready-time <time>", "how long that may take (default: 30s)")
    .option("--proxy-port <n>", "it runs already, and finds the endpoint at this port of 127.0.0.1")
    .option("--reference", "take the reference controllers, also where an endpoint is given")
    .option("--kind <name...>", "it reconciles these kinds (default: all with a status)")
    .addOption(kindFileOption())
    .option("--specs <file>", "ask for these specs, a JSON object with a list for each kind")
    .option("--rival-member <kind.member...>", "a member of the status that belongs to others")
    .option("--converge <time>", "the time in which it reports on a change (default: 60s)")
    .option("--profile <name>", "select the revision: controller/v1@REVISION (default: the newest)")
    .option("--only <pattern...>", "play only these scenarios or cases (* stands for any text)")
    .option("--skip <pattern...>", "leave these out")
    .option("--seed <n>", "make all random choices follow from this number (default: any)")
    .option("--runs <n>", "random scenarios per kind, times four (default: 32)")
    .option("--replay <case:path>", "walk one path of a random scenario again")
    .option("--concurrency <n>", "how many scenarios are played at once", "4")
    .option("--timeout <seconds>", "the limit of one request (default: 10)")
    .option("--output <folder>", "write run.ndjson and reports there", defaults.output)
    .addOption(formatsOption(defaults.formats))
    .option("--yes", "write to a server on another machine without asking first")
    .option("--quiet", "say nothing but failures and the result")
    .addOption(new Option("--twin <name>", "take a faulty twin of the reference controllers"))
    .action((typed: ControllerArguments, command: Command) =>
      actions.controller(typed, givenOptions(command)),
    );
  addKubernetesOptions(addGateOptions(controller));
}
