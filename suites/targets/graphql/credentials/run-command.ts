import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { startDeadline } from "../../wire/limits/deadline.ts";
import type { DeadlineCause } from "../../wire/limits/deadline.ts";
import { describeFailure } from "../../wire/http/failures.ts";
import type { Surroundings } from "../../wire/http/surroundings.ts";

/** A command and what it is given. */
export interface CommandCall {
  /** The program and its arguments. No shell is in between. */
  readonly command: readonly string[];
  /** Written to its standard input; nothing by default. */
  readonly input?: string;
  readonly surroundings: Surroundings;
  /** How long it may take, in milliseconds. It is ended then, with all that it started. */
  readonly limitMs: number;
  /** How much it may print. It is ended when it prints more. */
  readonly maximumBytes: number;
}

/** What became of a command. `detail` ends a sentence that starts with its name. */
export type CommandResult =
  | { readonly kind: "exited"; readonly code: number; readonly out: string; readonly err: string }
  | {
      readonly kind: "failed";
      readonly cause: DeadlineCause | "connection";
      readonly detail: string;
    };

/** How much of the standard error is kept: its end, where programs say why they failed. In bytes. */
const keptErrorBytes = 2_048;

/** Runs a command to its end. Never rejects, and leaves no process behind. */
export async function runCommand(call: CommandCall, signal: AbortSignal): Promise<CommandResult> {
  const [program = "", ...words] = call.command;
  const { surroundings, limitMs, input = "" } = call;
  let child: ChildProcess;
  try {
    child = spawn(program, words, {
      cwd: surroundings.folder,
      env: { ...surroundings.environment },
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own, so that what the command started ends with it.
      detached: true,
    });
  } catch (error) {
    return { kind: "failed", cause: "connection", detail: startFailure(error) };
  }
  const running = new RunningCommand(child, call.maximumBytes);
  const deadline = startDeadline(limitMs, signal, (cause) => {
    running.end(cause, cause === "timeout" ? `took longer than ${limitMs} ms` : "was aborted");
  });
  // A command that does not read its input is none the worse for it.
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

  /** Ends the command with everything that it started. */
  end(cause: DeadlineCause | "connection", detail: string): void {
    this.#resolve({ kind: "failed", cause, detail });
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended in the meantime.
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
      const detail = `was ended by ${killedBy ?? "a signal"}`;
      this.#resolve({ kind: "failed", cause: "connection", detail });
      return;
    }
    const out = Buffer.concat(this.#out).toString("utf8");
    this.#resolve({ kind: "exited", code, out, err: this.#err.toString("utf8").trim() });
  }
}

function startFailure(error: unknown): string {
  const { code, detail } = describeFailure(error);
  if (code === "ENOENT") return "cannot be started: there is no such program or folder";
  if (code === "EACCES") return "cannot be started: it may not be executed";
  return `cannot be started: ${detail}`;
}

/** What a command said when it failed, short enough for a message. Empty where it said nothing. */
export function lastWords(err: string): string {
  const line = err
    .split("\n")
    .map((one) => one.trim())
    .findLast((one) => one !== "");
  return line === undefined ? "" : `: ${line.slice(-200)}`;
}
