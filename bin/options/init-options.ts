import type { Command } from "commander";
import { addTlsOptions } from "./option-groups.ts";
import type { TlsArguments } from "./tls-files.ts";

export interface InitArguments extends TlsArguments {
  readonly endpoint?: string;
  readonly wsEndpoint?: string;
  readonly output: string;
  readonly check?: string;
  readonly force?: boolean;
  readonly probe: boolean;
  readonly yes?: boolean;
  readonly interactive?: boolean;
  readonly kind?: readonly string[];
  readonly namespace?: readonly string[];
  readonly literal?: readonly string[];
  readonly map?: readonly string[];
  readonly operation?: readonly string[];
  readonly samples?: string;
  readonly schemaFile?: string;
  readonly hook?: string;
  readonly without?: readonly string[];
  readonly identity?: readonly string[];
  readonly header?: string;
  readonly withHeader?: readonly string[];
  readonly socketCredential?: string;
  readonly queries?: string;
  readonly queryPath?: string;
  readonly watches?: string;
  readonly watchPath?: string;
  readonly watchChannel?: string;
  readonly timeout?: string;
  readonly verbose?: boolean;
  readonly color: boolean;
}

export interface InitActions {
  readonly init: (typed: InitArguments) => Promise<void>;
}

export function defineInit(program: Command, { init }: InitActions): void {
  const command = program
    .command("init")
    .description("write a dialect file for an endpoint, based on its schema and on test requests")
    .option("--endpoint <url>", "inspect this GraphQL endpoint")
    .option("--ws-endpoint <url>", "watch at this address (default: --endpoint)")
    .option(
      "--output <file>",
      "write the dialect to this file, - for standard output",
      "dialect.yaml",
    )
    .option("--force", "overwrite an existing file")
    .option("--check <file>", "compare this dialect with the schema and write nothing")
    .option("--no-probe", "derive the dialect only from the schema; create no objects")
    .option("--yes", "create objects on another machine without confirmation")
    .option("--interactive", "ask about entries that neither the schema nor the tests determine")
    .optionsGroup("Credential options:")
    .option("--identity <name=value...>", "set a role's credential (as in run)")
    .option(
      "--header <name=format>",
      "send credentials in this header (default: 'Authorization=Bearer $credential')",
    )
    .option(
      "--with-header <name=value...>",
      "send these headers with every request, e.g. x-api-key=env:API_KEY",
    )
    .option(
      "--socket-credential <place>",
      "send credentials on a WebSocket in connectionInit, upgradeHeader, subscribePayload, a property of the connection_init payload, e.g. token or headers.Authorization, or a query parameter, e.g. '?token' (default: detected with test requests)",
    );
  addHintOptions(command);
  addTransportOptions(command);
  command.action((typed: InitArguments) => init(typed));
  addTlsOptions(command);
}

function addTransportOptions(command: Command): void {
  command
    .optionsGroup("Transport options:")
    .option("--queries <protocol>", "send queries over http or socket (default: http)")
    .option("--query-path <path>", "query this path (default: the endpoint's)")
    .option(
      "--watches <protocol>",
      "open watches over graphql-transport-ws, subscriptions-transport-ws, action-cable, absinthe, appsync, sse, sse-single or multipart (default: detected with test requests)",
    )
    .option("--watch-path <path>", "watch at this path (default: the endpoint's)")
    .option(
      "--watch-channel <class>",
      "execute watches in this Action Cable channel (default: GraphqlChannel)",
    )
    .option("--timeout <seconds>", "set the request timeout (default: 10)");
}

function addHintOptions(command: Command): void {
  command
    .optionsGroup("Schema options:")
    .option(
      "--namespace <name...>",
      "use these existing namespaces, ideally two (default: those that a query lists, or default)",
    )
    .option(
      "--kind <name...>",
      "include only these kinds, even if they only exist as argument values",
    )
    .option("--literal <kind=word...>", "set the name of a kind in generic operations")
    .option(
      "--map <part=word...>",
      "map parts of each object to fields, e.g. name=slug version=rev spec=wish",
    )
    .option(
      "--operation <verb.kind=field...>",
      "map operations to fields, e.g. create.Kiln=enlistKiln, or watch=news for all kinds",
    )
    .option(
      "--samples <file>",
      "read sample specs and statuses by kind from this YAML or JSON file",
    )
    .option(
      "--hook <url>",
      "create or delete objects through this HTTP hook if the schema has no such mutations",
    )
    .option("--without <field...>", "ignore these fields in the schema")
    .option(
      "--schema-file <file>",
      "read the schema from this file, as GraphQL SDL or as JSON, if the endpoint rejects introspection",
    );
}
