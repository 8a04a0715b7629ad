import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { startDeadline } from "../../wire/limits/deadline.ts";
import type { DeadlineCause } from "../../wire/limits/deadline.ts";
import { describeFailure } from "../../wire/http/failures.ts";
import type { DriverEnvironment } from "../../wire/http/driver-environment.ts";

export interface CommandCall {
  /** Program and arguments. No shell is involved. */
  readonly command: readonly string[];
  readonly input?: string;
  readonly driverEnvironment: DriverEnvironment;
  /** Timeout in milliseconds, after which the command and its child processes are killed. */
  readonly limitMs: number;
  /** Maximum size of the output in bytes. A command with more output is killed. */
  readonly maximumBytes: number;
}

/** The result of a command. `detail` completes a sentence that starts with the name of the command. */
export type CommandResult =
  | { readonly kind: "exited"; readonly code: number; readonly out: string; readonly err: string }
  | {
      readonly kind: "failed";
      readonly cause: DeadlineCause | "connection";
      readonly detail: string;
    };

/** Number of bytes to keep from the end of standard error. The end usually contains the reason. */
const keptErrorBytes = 2_048;

/**
 * Runs a command. Resolves with its exit code and output, or the reason why there are none. Never rejects. On a
 * timeout, an abort or too much output, kills the command and its child processes.
 */
export async function runCommand(call: CommandCall, signal: AbortSignal): Promise<CommandResult> {
  const [program = "", ...words] = call.command;
  const { driverEnvironment, limitMs, input = "" } = call;
  let child: ChildProcess;
  try {
    child = spawn(program, words, {
      cwd: driverEnvironment.folder,
      env: { ...driverEnvironment.environment },
      stdio: ["pipe", "pipe", "pipe"],
      // A separate process group, so that child processes are killed with the command.
      detached: true,
    });
  } catch (error) {
    return { kind: "failed", cause: "connection", detail: startFailure(error) };
  }
  const running = new RunningCommand(child, call.maximumBytes);
  const deadline = startDeadline(limitMs, signal, (cause) => {
    running.end(cause, cause === "timeout" ? `did not finish within ${limitMs} ms` : "was aborted");
  });
  // Writing fails if a command exits without reading its input.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  try {
    return await running.result;
  } finally {
    deadline.end();
  }
}

class RunningCommand {
  readonly result: Promise<CommandResult>;
  readonly #child: ChildProcess;
  readonly #maximumBytes: number;
  readonly #out: Buffer[] = [];
  #outBytes = 0;
  #err = Buffer.alloc(0);
  #resolve: (result: CommandResult) => void = () => {};

  constructor(child: ChildProcess, maximumBytes: number) {
    this.#child = child;
    this.#maximumBytes = maximumBytes;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    child.stdout?.on("data", (bytes: Buffer) => this.#hear(bytes));
    child.stderr?.on("data", (bytes: Buffer) => {
      this.#err = Buffer.concat([this.#err, bytes]).subarray(-keptErrorBytes);
    });
    child.on("error", (error) => {
      this.#resolve({ kind: "failed", cause: "connection", detail: startFailure(error) });
    });
    child.on("close", (code, killedBy) => this.#close(code, killedBy));
  }

  end(cause: DeadlineCause | "connection", detail: string): void {
    this.#resolve({ kind: "failed", cause, detail });
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The process group has already exited, so only the command itself is killed.
      this.#child.kill("SIGKILL");
    }
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #hear(bytes: Buffer): void {
    this.#outBytes += bytes.length;
    if (this.#outBytes <= this.#maximumBytes) {
      this.#out.push(bytes);
      return;
    }
    this.#out.length = 0;
    this.end("connection", `printed more than ${this.#maximumBytes} bytes`);
  }

  #close(code: number | null, killedBy: NodeJS.Signals | null): void {
    if (code === null) {
      const detail = `was terminated by ${killedBy ?? "a signal"}`;
      this.#resolve({ kind: "failed", cause: "connection", detail });
      return;
    }
    const out = Buffer.concat(this.#out).toString("utf8");
    this.#resolve({ kind: "exited", code, out, err: this.#err.toString("utf8").trim() });
  }
}

function startFailure(error: unknown): string {
  const { code, detail } = describeFailure(error);
  if (code === "ENOENT") return "cannot be started: no such program or folder";
  if (code === "EACCES") return "cannot be started: not executable";
  return `cannot be started: ${detail}`;
}

/** Extracts a short error message from the output of a failed command. Empty if there is none. */
export function errorSummary(err: string): string {
  const line = err
    .split("\n")
    .map((one) => one.trim())
    .findLast((one) => one !== "");
  return line === undefined ? "" : `: ${line.slice(-200)}`;
}
