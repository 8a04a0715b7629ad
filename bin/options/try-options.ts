import type { Command } from "commander";
import { addTlsOptions } from "./kubernetes-options.ts";
import type { TlsArguments } from "./tls-files.ts";

/** The operands of `try`. */
export interface TryOperands {
  /** A dialect file. */
  readonly dialect: string;
  readonly operation: string;
  readonly kind: string;
}

/** The options of `try`, as they were typed. */
export interface TryArguments extends TlsArguments {
  readonly endpoint?: string;
  readonly wsEndpoint?: string;
  readonly identity?: readonly string[];
  readonly as?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly spec?: string;
  readonly status?: string;
  readonly version?: string;
  readonly via?: string;
  readonly seconds?: string;
  readonly timeout?: string;
  readonly yes?: boolean;
  readonly verbose?: boolean;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/** What the command does. */
export interface TryActions {
  readonly tryOperation: (operands: TryOperands, typed: TryArguments) => Promise<void>;
}

/** Adds the command that sends one operation of a dialect. */
export function defineTry(program: Command, { tryOperation }: TryActions): void {
  const command = program
    .command("try")
    .description("send one operation of a dialect, and print what was sent, answered and read")
    .argument("<dialect>", "the dialect file")
    .argument("<operation>", "create, get, list, update, updateStatus, delete or watch")
    .argument("<kind>", "a kind of the dialect")
    .option("--endpoint <url>", "the GraphQL endpoint")
    .option("--ws-endpoint <url>", "use this address for watches (default: that of --endpoint)")
    .option(
      "--identity <name=value...>",
      "the credential of a role, or where it comes from, as for a run",
    )
    .option("--as <role>", "the role that sends it (default: author, controller for updateStatus)")
    .option("--name <name>", "the name of the object (default: a new one for create)")
    .option("--namespace <name>", "its namespace (default: the first one of the kind)")
    .option("--spec <json>", "the spec to write (default: the first sample of the kind)")
    .option("--status <json>", "the status to write (default: the first sample of the kind)")
    .option("--version <version>", "the version that is replaced (default: read before)")
    .option("--via <id>", "the operation, where the kind has several (default: the first)")
    .option("--seconds <n>", "how long a watch is open (default: 5)")
    .option("--timeout <seconds>", "the limit of one request (default: 10)")
    .option("--yes", "write to another machine without asking first")
    .action(
      (dialect: string, operation: string, ...[kind, typed]: readonly [string, TryArguments]) =>
        tryOperation({ dialect, operation, kind }, typed),
    );
  addTlsOptions(command);
}
