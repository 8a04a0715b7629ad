import type { Command } from "commander";
import { addTlsOptions } from "./option-groups.ts";
import type { TlsArguments } from "./tls-files.ts";

export interface TryOperands {
  readonly dialect: string;
  readonly operation: string;
  readonly kind: string;
}

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
  readonly color: boolean;
}

export interface TryActions {
  readonly tryOperation: (operands: TryOperands, typed: TryArguments) => Promise<void>;
}

export function defineTry(program: Command, { tryOperation }: TryActions): void {
  const command = program
    .command("try")
    .description(
      "send one operation from a dialect; print the request, the response and the decoded outcome",
    )
    .argument("<dialect>", "dialect file")
    .argument("<operation>", "create, get, list, update, updateStatus, delete or watch")
    .argument("<kind>", "kind in the dialect")
    .option("--endpoint <url>", "send to this GraphQL endpoint")
    .option("--ws-endpoint <url>", "watch at this address (default: --endpoint)")
    .option("--identity <name=value...>", "set a role's credential (as in run)")
    .option("--as <role>", "send as this role (default: author, or controller for updateStatus)")
    .option("--name <name>", "name the object (optional for create)")
    .option("--namespace <name>", "set the namespace (default: the first namespace of the kind)")
    .option("--spec <json>", "write this spec (default: a sample)")
    .option("--status <json>", "write this status (default: a sample)")
    .option("--version <version>", "send this version (default: the current version)")
    .option("--via <id>", "select an operation by id (default: the first operation)")
    .option("--seconds <n>", "set the duration of a watch (default: 5)")
    .option("--timeout <seconds>", "set the request timeout (default: 10)")
    .option("--yes", "write to another machine without confirmation")
    .action(
      (dialect: string, operation: string, ...[kind, typed]: readonly [string, TryArguments]) =>
        tryOperation({ dialect, operation, kind }, typed),
    );
  addTlsOptions(command);
}
