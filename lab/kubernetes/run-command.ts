import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { endWithThis } from "./end-with-this.ts";

/** One call of the command line of this build. */
export interface CommandCall {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether its output goes to the terminal; otherwise it is kept. */
  readonly isShown: boolean;
}

/** How a command ended. */
export interface CommandResult {
  readonly code: number;
  /** What it printed, where that was kept. */
  readonly printed: string;
}

/** The command line of this build. */
export const commandLine = fileURLToPath(new URL("../bin/cli.js", import.meta.url));

/** Calls the command line as users do, in a process of its own. Code 3 stands for a process that was killed. */
export async function runCommand(call: CommandCall): Promise<CommandResult> {
  const output = call.isShown ? "inherit" : "pipe";
  const child = spawn(process.execPath, [commandLine, ...call.words], {
    stdio: ["ignore", output, output],
    env: call.environment,
  });
  endWithThis(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (text: string) => {
      printed += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 3, printed }));
  });
}
