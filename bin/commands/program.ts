import { Command, Help, Option } from "commander";
import {
  addBudgetOptions,
  addCommonOptions,
  addEndpointOptions,
  addKubernetesOptions,
  addNamedKindOptions,
  addRunOutputOptions,
  addServerOptions,
  addWriteOptions,
  configOption,
  executionOptions,
  extensionsOption,
  formatOption,
  givenOptions,
  selectionOptions,
} from "../options/option-groups.ts";
import type { Argument } from "commander";
import { suiteCommand } from "#contract";
import { suggest } from "../options/suggest-names.ts";
import { UsageError } from "../process/program-errors.ts";
import { addHelpNotes } from "../process/help-notes.ts";
import { defineCompletion } from "./completion-commands.ts";
import type { CompletionActions } from "./completion-commands.ts";
import { defaults } from "../options/option-defaults.ts";
import { defineEndpointCommands } from "./endpoint-commands.ts";
import type { EndpointActions } from "./endpoint-commands.ts";
import { defineHistoryCommands } from "./history-commands.ts";
import type { HistoryActions } from "./history-commands.ts";
import { defineInit } from "../options/init-options.ts";
import type { InitActions } from "../options/init-options.ts";
import { defineTry } from "../options/try-options.ts";
import type { TryActions } from "../options/try-options.ts";
import { defineReportCommands } from "./report-commands.ts";
import type { ReportActions } from "./report-commands.ts";
import type { RunArguments } from "../options/run-settings.ts";

export const reportFormats = ["text", "json"] as const;

const { usual, most } = defaults.concurrencyLimits;
const usualConcurrency = `${usual}, rising to ${most} if responses are slow`;

export interface CommonArguments {
  readonly verbose?: boolean;
  readonly color: boolean;
}

export interface ListArguments extends CommonArguments {
  readonly faults?: boolean;
  readonly freedoms?: boolean;
  readonly profile: string;
  readonly feature?: string;
  readonly format: string;
  readonly config?: string;
}

export interface ExplainArguments extends CommonArguments {
  readonly config?: string;
}

export interface ServeArguments {
  readonly port: string;
  readonly host: string;
  readonly fault?: readonly string[];
  readonly freedom?: readonly string[];
  readonly writeDialect?: string;
  readonly config?: string;
}

export interface SelfTestArguments extends CommonArguments {
  readonly fault?: readonly string[];
  readonly freedom?: readonly string[];
  readonly freedoms?: string;
  readonly complete?: boolean;
  readonly seed?: string;
  readonly workers?: string;
  readonly causes?: boolean;
  readonly faultsUnder?: string;
  readonly format: string;
  readonly config?: string;
}

export interface Actions
  extends
    CompletionActions,
    EndpointActions,
    HistoryActions,
    InitActions,
    ReportActions,
    TryActions {
  readonly run: (typed: RunArguments, given: ReadonlySet<string>) => Promise<void>;
  readonly list: (typed: ListArguments) => Promise<void>;
  readonly explain: (requirement: string, typed: ExplainArguments) => Promise<void>;
  readonly serve: (typed: ServeArguments) => Promise<void>;
  readonly selfTest: (typed: SelfTestArguments) => Promise<void>;
}

export interface ProgramOptions {
  readonly version: string;
  readonly actions: Actions;
  readonly print: (text: string) => void;
  readonly width: number;
}

const plainHelp = new Help();

/** Removes the quotes around default values: Commander adds them, but help shows defaults as a user would type them. */
function withoutQuotes(description: string): string {
  return description.replace(/\(default: "([^"]*)"\)$/u, "(default: $1)");
}

const optionDescription = (option: Option): string =>
  withoutQuotes(plainHelp.optionDescription(option));

/** Turns the line that describes a command in the list of commands into a sentence. */
const commandDescription = (command: Command): string => {
  const line = command.description();
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
};

const argumentDescription = (argument: Argument): string =>
  withoutQuotes(plainHelp.argumentDescription(argument));

export function createProgram({ version, actions, print, width }: ProgramOptions): Command {
  const program = new Command(suiteCommand)
    .description(
      "check whether an API separates spec and status, and report every rule that it breaks",
    )
    .version(version, "-V, --version", "print the version")
    // The command try has an option of the same name.
    .enablePositionalOptions()
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print help for a command")
    .showSuggestionAfterError(true)
    .configureHelp({
      minWidthToWrap: 30,
      commandDescription,
      optionDescription,
      argumentDescription,
    })
    .exitOverride()
    .configureOutput({
      writeOut: print,
      // The caller prints the errors of the parser, in one format.
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
      .description("check an endpoint")
      .summary("check an endpoint (the default)")
      .allowExcessArguments(true),
  )
    .optionsGroup(selectionOptions)
    .option(
      "--profile <name>",
      "select the requirement profile: NAME or NAME@REVISION (default: the protocol's)",
    )
    .option(
      "--only <pattern...>",
      "check only these requirements, checks or cases (* is a wildcard)",
    )
    .option("--skip <pattern...>", "skip these requirements, checks or cases")
    .option("--quick", "run a smoke test: one case for each of the most important rules")
    .option("--last-failed", "check only the cases that failed in the last run")
    .option("--max-failures <n>", "stop after n broken requirements (default: never)")
    .option("--feature <name...>", "treat these features as supported, regardless of the dialect")
    .addOption(withdrawnOption())
    .optionsGroup(executionOptions)
    .option("--seed <n>", "set the random seed (default: random)")
    .option("--concurrency <n>", `run at most n cases concurrently (default: ${usualConcurrency})`)
    .option(
      "--timeout <seconds>",
      "set the request timeout; all other timeouts scale with it (default: 10)",
    )
    .addOption(shardOption())
    .action(async (typed: RunArguments, command: Command) => {
      const commands = plainHelp.visibleCommands(program);
      refuseOperands(
        command.args,
        commands.map((one) => one.name()),
      );
      await actions.run(typed, givenOptions(command));
    });
  const add = [
    addBudgetOptions,
    addServerOptions,
    addWriteOptions,
    addRunOutputOptions,
    addKubernetesOptions,
    addNamedKindOptions,
  ];
  for (const addOptions of add) addOptions(run);
  return run.addOption(configOption());
}

function defineLists(program: Command, actions: Actions): void {
  program
    .command("list")
    .description("list the requirements with their levels and check counts")
    .option("--faults", "also list the faults that break each requirement")
    .option("--freedoms", "list freedoms (permitted differences between servers) instead")
    .option(
      "--profile <name>",
      "select the requirement profile: NAME or NAME@REVISION",
      defaults.profile,
    )
    .option("--feature <name>", "list only the requirements that need this feature")
    .addOption(extensionsOption())
    .addOption(formatOption())
    .action((typed: ListArguments) => actions.list(typed));
  program
    .command("explain")
    .description("show a requirement: rationale, sources, checks")
    .argument("<requirement>", "requirement id, e.g. isolation.spec-write-never-changes-status")
    .addOption(extensionsOption())
    .action((requirement: string, typed: ExplainArguments) => actions.explain(requirement, typed));
}

function defineServe(program: Command, actions: Actions): void {
  program
    .command("serve")
    .description("start the reference server")
    .option("--port <n>", "listen on this port, 0 for any free port", String(defaults.port))
    .option("--host <address>", "listen on this address", defaults.host)
    .option("--fault <name...>", "enable these faults (deliberate defects)")
    .option("--freedom <name...>", "enable these freedoms (permitted differences)")
    .option(
      "--write-dialect <file>",
      "write the server's dialect, including its freedoms, to this file",
    )
    .addOption(extensionsOption())
    .action((typed: ServeArguments) => actions.serve(typed));
}

function defineSelfTest(program: Command, actions: Actions): void {
  program
    .command("self-test")
    .description(
      "verify that the suite detects every planted fault and passes every permitted variant",
    )
    .option("--fault <name...>", "run only these faults (* is a wildcard)")
    .option("--freedom <name...>", "run only these freedoms")
    .option(
      "--freedoms <how>",
      "combine freedoms: groups (up to 16 in a run, evaluated for each freedom), alone (one by one), pairs (sets that cover all pairs), together (all at once), N (N random sets of six) or none (default: groups)",
    )
    .option(
      "--complete",
      "run each freedom separately, including random sequences and histories, and each fault with all checks",
    )
    .option("--seed <n>", "set the random seed for freedoms and sampled checks (default: 1)")
    .option("--causes", "measure how often reports identify the right cause")
    .option(
      "--faults-under <n>",
      "measure the detection rate of faults under n random sets of six freedoms",
    )
    .option("--workers <n>", "run at most n faults in parallel (default: one per CPU)")
    .addOption(extensionsOption())
    .addOption(formatOption())
    .action((typed: SelfTestArguments) => actions.selfTest(typed));
}

/**
 * Creates an option whose name starts with `--no-` but that accepts values. The parser treats every such option as a
 * negated flag.
 */
function withdrawnOption(): Option {
  const option = new Option("--no-feature <name...>", "treat these features as unsupported");
  option.negate = false;
  return option;
}

function shardOption(): Option {
  return new Option("--shard <i/n>", "run shard i of n; combine shards with merge");
}

/** The default command takes only options, so an operand is a mistyped command. */
function refuseOperands([word]: readonly string[], commands: readonly string[]): void {
  if (word === undefined) return;
  throw new UsageError(`unknown command "${word}"`, {
    fix: suggest(word, commands, `${suiteCommand} --help lists all commands and options.`),
  });
}
