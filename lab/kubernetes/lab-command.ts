import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { killOnExit } from "./kill-on-exit.ts";

export interface CommandCall {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether to print the output to the terminal instead of capturing it. */
  readonly isShown: boolean;
  /** Interrupts the command, which then removes what it created. */
  readonly signal?: AbortSignal;
  /** The program to run. Defaults to the command line. */
  readonly program?: string;
}

export interface CommandResult {
  readonly code: number;
  readonly printed: string;
}

export const commandLine = fileURLToPath(new URL("../bin/cli.js", import.meta.url));

/** Runs the command line in a separate process. The exit code is 3 if the process is killed. */
export async function runCommand(call: CommandCall): Promise<CommandResult> {
  const output = call.isShown ? "inherit" : "pipe";
  const { program = commandLine, signal } = call;
  const child = spawn(process.execPath, [program, ...call.words], {
    stdio: ["ignore", output, output],
    env: call.environment,
  });
  killOnExit(child);
  const interrupt = (): void => {
    child.kill("SIGINT");
  };
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener("abort", interrupt, { once: true });
  child.once("close", () => signal?.removeEventListener("abort", interrupt));
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
