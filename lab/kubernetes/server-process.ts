import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { endWithThis } from "./end-with-this.ts";

/** How a server is started. */
export interface ServerCommand {
  readonly program: string;
  readonly parameters: readonly string[];
  /** Everything that the server prints is appended here. */
  readonly logPath: string;
  /** Where it runs; the folder of this process by default. */
  readonly folder?: string;
  /** Variables on top of those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** How long a server may take to end after it was asked to, in milliseconds. */
const stopMs = 10_000;

/** A server in a process of its own. Disposing ends it. */
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
    endWithThis(this.child);
    // Whoever stops the server waits for its end; until then nobody does.
    this.ended.catch(() => undefined);
  }

  /** Whether it still runs. */
  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends it at once, as a power cut would, and waits until it is gone. */
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
