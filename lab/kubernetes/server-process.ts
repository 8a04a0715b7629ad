import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { killOnExit } from "./kill-on-exit.ts";

export interface ServerCommand {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly logPath: string;
  /** The working directory. Defaults to that of this process. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Time limit for the server to exit after SIGTERM, in milliseconds. */
const stopMs = 10_000;

export class ServerProcess implements AsyncDisposable {
  readonly command: ServerCommand;
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;

  constructor(command: ServerCommand) {
    this.command = command;
    const log = createWriteStream(command.logPath, { flags: "a" });
    this.child = spawn(command.program, command.parameters, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...command.environment },
      ...(command.folder === undefined ? {} : { cwd: command.folder }),
    });
    this.child.stdout?.pipe(log, { end: false });
    this.child.stderr?.pipe(log, { end: false });
    this.ended = Promise.race([once(this.child, "close"), once(this.child, "error")]).finally(
      () => {
        log.end();
      },
    );
    killOnExit(this.child);
    // Only `kill` and disposing wait for the exit. Without this handler, an earlier rejection would be unhandled.
    this.ended.catch(() => undefined);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async kill(): Promise<void> {
    if (this.isRunning) this.child.kill("SIGKILL");
    await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.isRunning) return;
    const force = setTimeout(() => this.child.kill("SIGKILL"), stopMs);
    this.child.kill("SIGTERM");
    await this.ended;
    clearTimeout(force);
  }
}
