import type { Command } from "commander";
import { addTlsOptions } from "./kubernetes-options.ts";
import type { TlsArguments } from "./tls-files.ts";

/** The options of `init`, as they were typed. */
export interface InitArguments extends TlsArguments {
  readonly endpoint?: string;
  readonly wsEndpoint?: string;
  readonly output: string;
  readonly check?: string;
  readonly force?: boolean;
  /** False with `--no-probe`. */
  readonly probe: boolean;
  readonly yes?: boolean;
  readonly kind?: readonly string[];
  readonly namespace?: readonly string[];
  readonly literal?: readonly string[];
  readonly map?: readonly string[];
  readonly operation?: readonly string[];
  readonly samples?: string;
  readonly hook?: string;
  readonly without?: readonly string[];
  readonly identity?: readonly string[];
  readonly header?: string;
  readonly socketCredential?: string;
  readonly queries?: string;
  readonly queryPath?: string;
  readonly watches?: string;
  readonly watchPath?: string;
  readonly timeout?: string;
  readonly verbose?: boolean;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/** What the command does. */
export interface InitActions {
  readonly init: (typed: InitArguments) => Promise<void>;
}

/** Adds the command that writes a dialect. */
export function defineInit(program: Command, { init }: InitActions): void {
  const command = program
    .command("init")
    .description(
      "read how an endpoint spells the contract from its schema, and write it as a dialect",
    )
    .option("--endpoint <url>", "the GraphQL endpoint to look at")
    .option("--ws-endpoint <url>", "use this address for watches (default: that of --endpoint)")
    .option(
      "--output <file>",
      "write the dialect there (- for the standard output)",
      "dialect.yaml",
    )
    .option("--force", "write over a file that is there")
    .option("--check <file>", "write nothing; say what the schema has and this dialect does not")
    .option("--no-probe", "do not try the guesses with objects of our own")
    .option("--yes", "try them on another machine without asking first")
    .option(
      "--identity <name=value...>",
      "the credential of a role, or where it comes from, as for a run",
    )
    .option(
      "--header <name=format>",
      "the header of a credential: Authorization=Bearer $credential",
    )
    .option(
      "--socket-credential <place>",
      "where it travels on a socket: connectionInit, upgradeHeader, subscribePayload, or the name of a property of the connection_init payload: token",
    );
  addToldOptions(command);
  command
    .option("--without <field...>", "leave out these fields of the schema")
    .option("--queries <protocol>", "how queries travel: http, socket")
    .option("--query-path <path>", "where queries are answered, if not at the endpoint itself")
    .option(
      "--watches <protocol>",
      "how watches travel: graphql-transport-ws, sse, sse-single, multipart",
    )
    .option("--watch-path <path>", "where watches are served, if not at the endpoint itself")
    .option("--timeout <seconds>", "the limit of one request (default: 10)")
    .action((typed: InitArguments) => init(typed));
  addTlsOptions(command);
}

/** What only a person can say where the schema does not. */
function addToldOptions(command: Command): void {
  command
    .option("--namespace <name...>", "namespaces that exist (two are best)")
    .option("--kind <name...>", "only these kinds, also those that only an argument names")
    .option("--literal <kind=word...>", "how generic operations call a kind")
    .option(
      "--map <part=word...>",
      "name the field that holds a part of each object: name=slug, version=rev, spec=wish",
    )
    .option(
      "--operation <verb.kind=field...>",
      "name the field for an operation: create.Kiln=enlistKiln",
    )
    .option(
      "--samples <file>",
      "specs and statuses by kind, in YAML or JSON, where the schema does not say them",
    )
    .option("--hook <url>", "an HTTP hook that brings and takes away what no mutation does");
}
