import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const commandLine = fileURLToPath(new URL("../bin/cli.js", import.meta.url));

export class SoakServer implements AsyncDisposable {
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
    this.#ended = once(process, "close");
  }

  static async start(): Promise<SoakServer> {
    const words = [commandLine, "serve", "--port", "0"];
    const started = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    for await (const text of createInterface(started.stdout)) {
      const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port !== undefined) return new SoakServer(started, Number(port));
    }
    throw new Error("the reference server exited before it printed its address");
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill("SIGKILL");
    await this.#ended;
  }
}
