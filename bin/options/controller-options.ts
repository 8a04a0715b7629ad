import { Option } from "commander";
import {
  addEndpointOptions,
  addKubernetesOptions,
  addRunOutputOptions,
  configOption,
  executionOptions,
  givenOptions,
  kindFileOption,
  selectionOptions,
} from "./option-groups.ts";
import type { Command } from "commander";
import type { RunArguments } from "./run-settings.ts";

export interface ControllerArguments extends RunArguments {
  readonly command?: string;
  readonly reference?: boolean;
  readonly ready?: string;
  readonly readyTime?: string;
  readonly proxyPort?: string;
  readonly kind?: readonly string[];
  readonly specs?: string;
  readonly rivalField?: readonly string[];
  readonly owned?: readonly string[];
  readonly converge?: string;
  readonly timeLimit?: string;
  readonly variant?: string;
  readonly olderLists?: boolean;
}

export interface ControllerActions {
  readonly controller: (typed: ControllerArguments, given: ReadonlySet<string>) => Promise<void>;
}

function ownedOption(): Option {
  return new Option(
    "--owned <kind=kind:label...>",
    "declare owned objects: the controller creates them for each object of a kind, with a label that contains the owner's uid or name",
  );
}

export function defineController(program: Command, actions: ControllerActions): void {
  const controller = addEndpointOptions(
    program
      .command("controller")
      .description(
        "run a controller through failure scenarios and check the statuses that it writes (default: the reference controllers)",
      ),
    "use this GraphQL endpoint (default: the built-in reference server)",
  ).optionsGroup("Controller options:");
  addStartOptions(controller)
    .option("--reference", "test the reference controllers against --endpoint")
    .option("--kind <name...>", "test these kinds (default: all kinds with a status)")
    .addOption(kindFileOption())
    .option(
      "--specs <file>",
      "read specs from this JSON file, an object with a list for each kind; {{name}} stands " +
        "for the object's name",
    )
    .option("--rival-field <kind.field...>", "declare status fields that other writers own")
    .addOption(ownedOption())
    .option(
      "--older-lists",
      "serve stale lists after a restart (always on for API servers and the built-in server)",
    )
    .optionsGroup(executionOptions)
    .option(
      "--converge <time>",
      "wait at most this long for the controller to report a change (default: 60s; 10s for the reference controllers)",
    )
    .option(
      "--time-limit <time>",
      "stop the run after this time and leave the remaining scenarios undecided (default: 30m)",
    )
    .optionsGroup(selectionOptions)
    .option(
      "--profile <name>",
      "select the profile revision: controller/v1@REVISION (default: the latest)",
    )
    .action((typed: ControllerArguments, command: Command) =>
      actions.controller(typed, givenOptions(command)),
    );
  addKubernetesOptions(addRunOutputOptions(addRunOptions(controller)));
  controller.addOption(configOption());
}

function addStartOptions(controller: Command): Command {
  return controller
    .option("--command <line>", "start the controller with this command")
    .option(
      "--ready <text>",
      "wait until the controller prints this text (default: until it has run for 1s)",
    )
    .option("--ready-time <time>", "limit the wait for --ready (default: 30s)")
    .option(
      "--proxy-port <n>",
      "proxy the endpoint on this local port, for a controller that is already running",
    );
}

function addRunOptions(controller: Command): Command {
  return controller
    .option("--only <pattern...>", "run only these scenarios or cases (* is a wildcard)")
    .option("--skip <pattern...>", "skip these scenarios or cases")
    .optionsGroup(executionOptions)
    .option("--seed <n>", "set the random seed (default: random)")
    .option("--runs <n>", "run n random scenarios of each type per kind (default: 32)")
    .option("--replay <case:path>", "replay one path of a random scenario")
    .option("--concurrency <n>", "run at most n scenarios concurrently", "12")
    .option("--timeout <seconds>", "set the request timeout (default: 10)")
    .option("--yes", "write to another machine without confirmation")
    .addOption(new Option("--variant <name>", "test this faulty reference controller"));
}
