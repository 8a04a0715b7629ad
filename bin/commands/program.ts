import { Command, Option } from "commander";
import { suiteCommand } from "#contract";
import { addHelpNotes } from "../process/help-notes.ts";
import { addCommonOptions, extensionsOption, formatOption } from "../options/common-options.ts";
import { defineCompletion } from "./completion-commands.ts";
import type { CompletionActions } from "./completion-commands.ts";
import { defaults } from "../options/defaults.ts";
import { addEffortOptions } from "../options/effort-options.ts";
import { defineEndpointCommands } from "./endpoint-commands.ts";
import type { EndpointActions } from "./endpoint-commands.ts";
import { addEndpointOptions, givenOptions } from "../options/endpoint-options.ts";
import { addKubernetesOptions, addNamedKindOptions } from "../options/kubernetes-options.ts";
import { defineHistoryCommands } from "./history-commands.ts";
import type { HistoryActions } from "./history-commands.ts";
import { defineInit } from "../options/init-options.ts";
import type { InitActions } from "../options/init-options.ts";
import { defineTry } from "../options/try-options.ts";
import type { TryActions } from "../options/try-options.ts";
import { defineReportCommands } from "./report-commands.ts";
import { addGateOptions, formatsOption } from "../options/gate-options.ts";
import type { ReportActions } from "./report-commands.ts";
import type { RunArguments } from "../options/run-settings.ts";
import { addServerOptions } from "../options/server-options.ts";
import { addWriteOptions } from "../options/write-options.ts";

/** How lists and the self-test can be printed. */
export const reportFormats = ["text", "json"] as const;

const { usual, most } = defaults.breadth;
const usualBreadth = `${usual}, and up to ${most} where replies take long`;

/** The options that every command has, as they were typed. */
export interface CommonArguments {
  readonly verbose?: boolean;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/** The options of `list`, as they were typed. */
export interface ListArguments extends CommonArguments {
  readonly faults?: boolean;
  readonly freedoms?: boolean;
  readonly profile: string;
  readonly feature?: string;
  readonly format: string;
  readonly config?: string;
}

/** The options of `explain`, as they were typed. */
export interface ExplainArguments extends CommonArguments {
  readonly config?: string;
}

/** The options of `serve`, as they were typed. */
export interface ServeArguments {
  readonly port: string;
  readonly host: string;
  readonly fault?: readonly string[];
  readonly freedom?: readonly string[];
  readonly writeDialect?: string;
  readonly config?: string;
}

/** The options of `self-test`, as they were typed. */
export interface SelfTestArguments extends CommonArguments {
  readonly fault?: readonly string[];
  readonly freedom?: readonly string[];
  readonly freedoms?: string;
  readonly seed?: string;
  readonly workers?: string;
  readonly causes?: boolean;
  readonly format: string;
  readonly config?: string;
}

/** What the commands of the program do. */
export interface Actions
  extends
    CompletionActions,
    EndpointActions,
    HistoryActions,
    InitActions,
    ReportActions,
    TryActions {
  readonly run: (
    typed: RunArguments,
    operands: readonly string[],
    given: ReadonlySet<string>,
  ) => Promise<void>;
  readonly list: (typed: ListArguments) => Promise<void>;
  readonly explain: (requirement: string, typed: ExplainArguments) => Promise<void>;
  readonly serve: (typed: ServeArguments) => Promise<void>;
  readonly selfTest: (typed: SelfTestArguments) => Promise<void>;
}

/** What the command line is made of. */
export interface ProgramOptions {
  readonly version: string;
  readonly actions: Actions;
  /** Receives help texts and the version. */
  readonly print: (text: string) => void;
  /** Width of help texts in characters. */
  readonly width: number;
}

/** The command line: every command, option and help text. It decides nothing itself. */
export function createProgram({ version, actions, print, width }: ProgramOptions): Command {
  const program = new Command(suiteCommand)
    .description(
      "Checks whether an API keeps the wall between spec and status, and names every rule that it breaks.",
    )
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: print,
      // Whoever calls the program prints its errors, all in one form.
      outputError: () => {},
      getOutHelpWidth: () => width,
    });
  const run = defineRun(program, actions);
  defineInit(program, actions);
  defineTry(program, actions);
  defineLists(program, actions);
  defineServe(program, actions);
  defineSelfTest(program, actions);
  defineHistoryCommands(program, actions);
  defineReportCommands(program, actions);
  defineEndpointCommands(program, run, actions);
  defineCompletion(program, actions);
  for (const command of program.commands) addCommonOptions(command);
  addHelpNotes(program, run, width);
  return program;
}

function defineRun(program: Command, actions: Actions): Command {
  const run = addEndpointOptions(
    program
      .command("run", { isDefault: true })
      .description("check an endpoint; this is what happens when no command is named")
      .allowExcessArguments(true),
  )
    .option(
      "--profile <name>",
      "select the requirement profile, NAME or NAME@REVISION (default: by protocol)",
    )
    .option(
      "--only <pattern...>",
      "check only these requirements, checks or cases (* stands for any text)",
    )
    .option("--skip <pattern...>", "leave these out")
    .option("--quick", "check one case of each of the most important rules, within seconds")
    .option("--last-failed", "check only the cases in which the last run found something broken")
    .option("--max-failures <n>", "stop when n requirements are broken (default: never)")
    .option(
      "--feature <name...>",
      "take it that the endpoint offers these features, whatever its dialect says",
    )
    .addOption(withdrawnOption())
    .option("--seed <n>", "make all random choices follow from this number (default: any)")
    .option("--concurrency <n>", `how many cases are under way at once (default: ${usualBreadth})`)
    .option(
      "--timeout <seconds>",
      "the limit of one request; all waiting times grow with it (default: 10)",
    )
    .option("--output <folder>", "write run.ndjson and reports there", defaults.output)
    .addOption(formatsOption(defaults.formats))
    .addOption(shardOption())
    .option("--quiet", "say nothing but failures and the result")
    .action((typed: RunArguments, command: Command) =>
      actions.run(typed, command.args, givenOptions(command)),
    );
  const add = [addWriteOptions, addEffortOptions, addGateOptions, addKubernetesOptions];
  for (const addOptions of [...add, addNamedKindOptions, addServerOptions]) addOptions(run);
  return run;
}

function defineLists(program: Command, actions: Actions): void {
  program
    .command("list")
    .description("list the requirements, each with its level and how many checks it has")
    .option(
      "--faults",
      "list below each requirement the faults of the reference server that break it",
    )
    .option(
      "--freedoms",
      "list the freedoms of the reference server in place of the requirements: what a conformant server may do otherwise",
    )
    .option(
      "--profile <name>",
      "select the requirement profile, NAME or NAME@REVISION",
      defaults.profile,
    )
    .option("--feature <name>", "only the requirements that need this feature")
    .addOption(extensionsOption())
    .addOption(formatOption())
    .action((typed: ListArguments) => actions.list(typed));
  program
    .command("explain")
    .description(
      "say all about one requirement: why it exists, where it comes from, what checks it",
    )
    .argument(
      "<requirement>",
      "id of a requirement, for instance isolation.spec-write-never-changes-status",
    )
    .addOption(extensionsOption())
    .action((requirement: string, typed: ExplainArguments) => actions.explain(requirement, typed));
}

function defineServe(program: Command, actions: Actions): void {
  program
    .command("serve")
    .description("start the reference server and keep it running")
    .option("--port <n>", "listen on this port (0: any free one)", String(defaults.port))
    .option("--host <address>", "listen on this address", defaults.host)
    .option("--fault <name...>", "break the server on purpose")
    .option("--freedom <name...>", "make the server differ and stay conformant")
    .option(
      "--write-dialect <file>",
      "write the dialect of the server there, with what its freedoms declare",
    )
    .addOption(extensionsOption())
    .action((typed: ServeArguments) => actions.serve(typed));
}

function defineSelfTest(program: Command, actions: Actions): void {
  program
    .command("self-test")
    .description(
      "check the checks: each fault of the reference server must be caught, and nothing else; each freedom must be spared",
    )
    .option("--fault <name...>", "try only these faults (* stands for any text)")
    .option("--freedom <name...>", "try only these freedoms")
    .option(
      "--freedoms <how>",
      "try freedoms alone, in sets that cover all pairs, all together, or in N random sets of six (default: alone)",
    )
    .option(
      "--seed <n>",
      "make the choices of trials with freedoms, and random sets, follow from this number (default: 1)",
    )
    .option(
      "--causes",
      "measure how well reports name the cause of planted faults, alone and combined",
    )
    .option("--workers <n>", "how many faults are tried at once (default: one per processor)")
    .addOption(extensionsOption())
    .addOption(formatOption())
    .action((typed: SelfTestArguments) => actions.selfTest(typed));
}

/** Not the opposite of a switch, for which the parser takes every name that begins like this. */
function withdrawnOption(): Option {
  const option = new Option("--no-feature <name...>", "take it that it does not offer these");
  option.negate = false;
  return option;
}

function shardOption(): Option {
  return new Option("--shard <i/n>", "run only this part of n, to be merged with the others");
}
