import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import { supportsColor, supportsColorStderr } from "chalk";
import type { ColorInfo } from "chalk";
import { listenForStop } from "./interruption.ts";
import type { Output, World } from "./world.ts";

export function processWorld(process: NodeJS.Process): World {
  return {
    environment: process.env,
    folder: process.cwd(),
    stateFolder: stateFolderOf(process.env),
    out: outputOf(process.stdout, { descriptor: 1, colors: supportsColor }),
    err: outputOf(process.stderr, { descriptor: 2, colors: supportsColorStderr }),
    ...(isatty(0) && isatty(2) ? { ask: (question: string) => ask(question, process) } : {}),
    clock: () => new Date(),
    monotonicMs: () => performance.now(),
    listen: () => listenForStop(process, (code) => process.exit(code)),
  };
}

/** Follows the XDG Base Directory Specification on every system. */
function stateFolderOf(environment: NodeJS.ProcessEnv): string {
  const named = environment["XDG_STATE_HOME"] ?? "";
  const folder = isAbsolute(named) ? named : join(homedir(), ".local", "state");
  return join(folder, "status-conformance");
}

/** The answer is empty if the input is closed. Ctrl-C at a question stops the command like at any other time. */
async function ask(question: string, process: NodeJS.Process): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.once("SIGINT", () => {
    lines.close();
    if (!process.emit("SIGINT", "SIGINT")) process.kill(process.pid, "SIGINT");
  });
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    return await Promise.race([lines.question(question), closed]);
  } finally {
    lines.close();
  }
}

/**
 * Continues the run without output if a reader closes the pipe early (`npx conformance | head`), because the record and
 * the exit code are still needed.
 */
function outputOf(
  stream: NodeJS.WriteStream,
  { descriptor, colors }: { readonly descriptor: number; readonly colors: ColorInfo },
): Output {
  let isOpen = true;
  stream.on("error", () => {
    isOpen = false;
  });
  const isTerminal = isatty(descriptor);
  const write = (text: string): void => {
    if (isOpen) stream.write(text);
  };
  return {
    write,
    writeDocument: write,
    isTerminal,
    ...(isTerminal ? { columns: stream.columns } : {}),
    colorLevel: colors === false ? 0 : colors.level,
  };
}
