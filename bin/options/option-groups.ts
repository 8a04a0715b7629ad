import { Option } from "commander";
import type { Command } from "commander";
import { formatNames } from "./format-requests.ts";
import { usualBudget } from "#harness";
import { defaults } from "./option-defaults.ts";
import { protocolNames } from "#targets";

export function extensionsOption(): Option {
  return new Option(
    "--config <file>",
    "read extensions from this file; 'none' for no file (default: search parent folders)",
  );
}

export const selectionOptions = "Selection options:";
export const executionOptions = "Execution options:";

/** Heading of the options that every command has, on pages whose other options are grouped. */
const generalOptions = "General options:";

/** For commands whose options can also come from a file. */
export function configOption(): Option {
  return new Option(
    "--config <file>",
    "read options from this file; 'none' for no file (default: search parent folders)",
  ).helpGroup(generalOptions);
}

export function formatOption(): Option {
  return new Option("--format <format>", "select the output format: text or json").default("text");
}

export function addCommonOptions(command: Command): Command {
  const isGrouped = command.options.some((option) => option.helpGroupHeading !== undefined);
  if (isGrouped) command.optionsGroup(generalOptions).helpOption("-h, --help", "print this help");
  return command
    .option("--verbose", "print details, including stack traces")
    .option("--no-color", "disable colors (also: NO_COLOR, FORCE_COLOR)");
}

export function formatsOption(usual: readonly string[]): Option {
  return new Option(
    "--format <list>",
    `write reports in these formats (FORMAT or FORMAT=FILE): ${formatNames.join(", ")}`,
  )
    .default([...usual], usual.join(","))
    .argParser((value: string, previous: readonly string[]) =>
      previous.length === usual.length && previous.every((text, i) => text === usual[i])
        ? [value]
        : [...previous, value],
    );
}

/** Adds the options that turn a run, or a command on the record of a run, into a CI gate. Returns the same command. */
export function addGateOptions(command: Command): Command {
  return command
    .option("--baseline <file>", "expect exactly the failures and skips in this file")
    .option("--update-baseline", "update the baseline with the current failures")
    .option("--schema-file <file>", "link findings to lines of this GraphQL schema");
}

export function addBudgetOptions(run: Command): Command {
  return run
    .optionsGroup(executionOptions)
    .option(
      "--runs <n>",
      `run n random sequences per case of a property (default: ${usualBudget.runs})`,
    )
    .option(
      "--budget <time>",
      "run properties and histories for this time instead of --runs, e.g. 60s; a tenfold budget finds faults that are ten times rarer; with --kind '*', limit the whole run (then 15m by default)",
    )
    .option(
      "--stress <time>",
      "set the duration of each history workload, e.g. 10m (default: one round)",
    )
    .option(
      "--attempts <n>",
      `run a failing case up to n times to distinguish consistent from flaky failures (default: ${defaults.attempts})`,
    )
    .option("--replay <case:path>", "replay one path of a property from a report");
}

export function addWriteOptions(run: Command): Command {
  return run
    .optionsGroup("Write options:")
    .option("--read-only", "send no writes; run only checks that do not write")
    .option(
      "--write-budget <n>",
      "send at most n writes, including deletions (default: unlimited; 0: same as --read-only)",
    )
    .option(
      "--name-prefix <text>",
      "prefix the names of all created objects with this text (default: no prefix)",
    )
    .option("--yes", "write to another machine without confirmation");
}

export function addServerOptions(command: Command): Command {
  const addresses: string[] = [];
  return command
    .optionsGroup(executionOptions)
    .addOption(
      new Option(
        "--hook <name=command...>",
        "run a command during the test: restart=COMMAND must kill and restart the server",
      ),
    )
    .on("option:endpoint", (address: string) => {
      addresses.push(address);
      const [first, ...others] = addresses;
      command.setOptionValue("endpoint", first);
      if (others.length > 0) command.setOptionValue("replica", others);
    });
}

const ownServer = "check this GraphQL endpoint (default: the built-in reference server)";

/** Adds the options of an endpoint. The texts describe `--endpoint`, and the default of `--dialect`. */
export function addEndpointOptions(
  command: Command,
  endpoint: string = ownServer,
  dialect = "the canonical dialect",
): Command {
  return command
    .optionsGroup("Endpoint options:")
    .option("--endpoint <url>", endpoint)
    .option("--ws-endpoint <url>", "watch at this address (default: --endpoint)")
    .option(
      "--dialect <file>",
      `read the endpoint's dialect from this YAML or JSON file (default: ${dialect})`,
    )
    .option(
      "--identity <name=value...>",
      "set a role's credential: VALUE, env:VARIABLE, file:PATH, command:WORDS, headers:NAME=VALUE or none (default: the dialect's)",
    )
    .option("--rate <n>", "limit requests per second (default: unlimited)");
}

export function givenOptions(command: Command): ReadonlySet<string> {
  const names = command.options.map((option) => option.attributeName());
  return new Set(names.filter((name) => command.getOptionValueSource(name) === "cli"));
}

export interface OutputSettings {
  readonly output: string;
  readonly isCompressed: boolean;
}

export function addOutputOptions(command: Command): Command {
  return command
    .option("--output <folder>", "write run.ndjson and reports to this folder", defaults.output)
    .option("--compress", "write the record as run.ndjson.gz")
    .addOption(formatsOption(defaults.formats));
}

export function addRunOutputOptions(command: Command): Command {
  command.optionsGroup("Output options:").option("--quiet", "print only failures and the result");
  return addGateOptions(addOutputOptions(command));
}

const kubernetesOptions = "Kubernetes options:";

export function addKubernetesOptions(command: Command): Command {
  const connecting = command
    .optionsGroup(kubernetesOptions)
    .option(
      "--protocol <name>",
      `select the protocol: ${protocolNames.join(" or ")} (default: ${protocolNames[0]})`,
    )
    .option(
      "--kubeconfig <file>",
      "connect with this kubeconfig (default: KUBECONFIG, or ~/.kube/config)",
    )
    .option("--context <name>", "use this kubeconfig context (default: the current context)")
    .option("--token <value>", "set the administrator's bearer token, directly or as env:VARIABLE");
  return addTlsOptions(connecting, { hasKubeconfig: true });
}

export function addTlsOptions(command: Command, { hasKubeconfig = false } = {}): Command {
  const authorities = hasKubeconfig ? "those of Node.js, or of the kubeconfig" : "those of Node.js";
  const certificate = hasKubeconfig ? "the kubeconfig's" : "none";
  return command
    .optionsGroup("TLS options:")
    .option(
      "--certificate-authority <file>",
      `verify the endpoint's certificate with the CA certificates in this PEM file (default: ${authorities})`,
    )
    .option(
      "--client-certificate <file>",
      `authenticate with the certificate in this PEM file (default: ${certificate})`,
    )
    .option("--client-key <file>", "use the key in this PEM file for --client-certificate")
    .option("--insecure", "do not verify the endpoint's certificate; not for production");
}

export function addNamedKindOptions(command: Command): Command {
  return command
    .optionsGroup(kubernetesOptions)
    .option(
      "--kind <name...>",
      "select these kinds on the API server, e.g. deployments.apps, or '*' for every kind with a status (default: the suite's own kinds)",
    )
    .addOption(kindFileOption());
}

export function kindFileOption(
  text = "read samples and other properties of kinds from this YAML or JSON file (default: generated samples)",
): Option {
  return new Option("--kind-file <file>", text);
}
