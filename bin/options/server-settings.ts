import { UsageError } from "../process/program-errors.ts";
import { parseUrl } from "./option-values.ts";
import { suggest } from "./suggest-names.ts";

export interface ServerArguments {
  readonly endpoint?: string;
  /** Addresses of all `--endpoint` options after the first. */
  readonly replica?: readonly string[];
  readonly hook?: readonly string[];
}

export interface ServerRequest {
  /** Replicas that serve reads and watches. Defaults to the endpoint. */
  readonly replicas?: readonly URL[];
  /** A shell command that kills and restarts the server. Absent if the run must not restart the server. */
  readonly restartCommand?: string;
}

const fixOfForm =
  "Write --hook restart=COMMAND, e.g. --hook 'restart=docker restart --signal KILL api'.";

/**
 * Reads the server options.
 *
 * @throws UsageError for a hook that is unknown, repeated, without a command or without an endpoint.
 */
export function serversOf({ endpoint, replica, hook = [] }: ServerArguments): ServerRequest {
  const replicas = replica?.map((text) => parseUrl("--endpoint", text, ["http", "https"]));
  const [first, second] = hook;
  if (second !== undefined) {
    throw new UsageError("--hook restart was given twice", {
      fix: "Remove one of the two options.",
    });
  }
  const restart = first === undefined ? {} : { restartCommand: restartOf(first) };
  if (first !== undefined && endpoint === undefined) {
    throw new UsageError("--hook requires --endpoint", {
      fix: "Use --endpoint to pass the endpoint of the server that the hook restarts.",
    });
  }
  return { ...(replicas === undefined ? {} : { replicas }), ...restart };
}

function restartOf(text: string): string {
  const separator = text.indexOf("=");
  const name = separator < 0 ? text : text.slice(0, separator);
  if (name !== "restart") {
    throw new UsageError(`unknown hook in --hook: ${name}`, {
      fix: suggest(name, ["restart"], fixOfForm),
    });
  }
  const command = separator < 0 ? "" : text.slice(separator + 1).trim();
  if (command === "") throw new UsageError("--hook restart has no command", { fix: fixOfForm });
  return command;
}

export function serverWords({ restartCommand }: ServerRequest): readonly string[] {
  return restartCommand === undefined ? [] : ["--hook", `restart=${restartCommand}`];
}
