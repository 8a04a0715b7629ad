import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { HookFailed } from "#harness";
import { Secrets } from "#targets";
import type { ControllerHost, SecondInstance } from "#wings/controllers";
import { secretsInEnvironment } from "../process/guarded-world.ts";
import { endOf } from "../process/program-end.ts";
import type { Denials } from "./denials.ts";
import { errorLine, ErrorLines, lastLines } from "./program-output.ts";
import type { LeaseRenewals } from "./lease-renewals.ts";
import { groupVariable, signalGroup } from "./process-group.ts";

export interface CommandControllerOptions {
  readonly command: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Output that indicates readiness. By default, a process is ready once it has run for a second. */
  readonly ready?: string | undefined;
  /** Time for which the first process of this controller must run without `ready`, in milliseconds. */
  readonly aliveMs?: number;
  readonly readyMs: number;
  /** Grace period after SIGTERM, in milliseconds. */
  readonly endMs: number;
  /** A marker that is unique to the run. It identifies the processes that the run started. */
  readonly mark: string;
  readonly warn: (text: string) => void;
  /** Whether the output of a process that fails is not shown. False by default. */
  readonly hidesOutput?: true;
  /**
   * The lease of the process. A process that loses the lease may exit, and is then started again. The lease of a killed
   * process is released, and given away to a second instance. Absent if unknown.
   */
  readonly lease?: Pick<LeaseRenewals, "areLost" | "forget" | "giveAway" | "release">;
  /** The requests that the endpoint rejected for lack of permission. They explain a failed start. Absent if unknown. */
  readonly denials?: Pick<Denials, "forget" | "last">;
  /** The environment and marker of a second instance. If absent, only one instance can run. */
  readonly second?: Pick<CommandControllerOptions, "environment" | "lease" | "mark">;
}

/**
 * Number of trailing output characters to keep for error messages, and for detecting a readiness string that arrives in
 * several chunks.
 */
const keptCharacters = 16_384;

/** Number of consecutive failed starts after which a controller that was ready before is not started again. */
const maxFailedStarts = 3;

/** Number of failed processes whose output is shown. */
const maxShownOutputs = 2;

/** Timeout for the readiness of a second instance, in milliseconds. The instance may wait for a lease. */
const maxSecondReadyMs = 10_000;

const usualAliveMs = 1_000;

/** Runs a controller as a process group, which is stopped as a whole. */
export class CommandController implements ControllerHost {
  readonly #options: CommandControllerOptions;
  #child: ChildProcess | undefined;
  #printed = "";
  #hasPrintedReady = false;
  #started: Promise<void> | undefined;
  /**
   * Whether the controller has ever been ready. If not, it is not restarted, because every case would wait for the
   * timeout.
   */
  #wasReady = false;
  #isReady = false;
  #failedStarts = 0;
  readonly #secrets: Secrets;
  #shownOutputs = 0;
  #isEnding = false;
  /** Undefined until the start of a second instance has been attempted. */
  #canRunTwice: boolean | undefined;
  #problem: string | undefined;
  #signal: AbortSignal | undefined;
  #restarts = 0;
  /** Whether the first instance exited and must not replace the second one. */
  #hasGivenWay = false;
  /** The second instance, or the one that has replaced the first. */
  #second: CommandController | undefined;
  readonly startSecond?: (signal: AbortSignal) => Promise<SecondInstance | undefined>;
  #wake: () => void = () => {};
  readonly #listeners = new Set<(line: string) => void>();

  constructor(options: CommandControllerOptions) {
    this.#options = options;
    this.#secrets = new Secrets(secretsInEnvironment(options.environment));
    const { second } = options;
    if (second !== undefined) {
      this.startSecond = (signal) => this.#beginSecond(second, signal);
    }
  }

  get isReplaced(): boolean {
    return this.#second !== undefined && this.#child === undefined;
  }

  get problem(): string | undefined {
    // A second instance that waits for the lease may exit without affecting the result.
    return this.#problem ?? (this.#child === undefined ? this.#second?.problem : undefined);
  }

  get restarts(): number {
    return this.#restarts;
  }

  listen(printed: (line: string) => void): Disposable {
    this.#listeners.add(printed);
    return { [Symbol.dispose]: () => this.#listeners.delete(printed) };
  }

  #passOn(line: string): void {
    const shown = errorLine(this.#secrets.redact(line));
    if (shown === undefined) return;
    for (const printed of this.#listeners) printed(shown);
  }

  async start(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    if (this.#started !== undefined && this.problem !== undefined && this.#wasReady) {
      await this.kill();
    }
    this.#started ??= this.#begin(signal);
    return this.#started;
  }

  async kill(): Promise<void> {
    this.#started = undefined;
    this.#hasGivenWay = false;
    await this.#killSecond();
    await this.#end("SIGKILL");
    await this.#options.lease?.release();
  }

  /**
   * Starts a second instance. Resolves with undefined if it cannot run, for example because both need the same port.
   */
  async #beginSecond(
    own: NonNullable<CommandControllerOptions["second"]>,
    signal: AbortSignal,
  ): Promise<SecondInstance | undefined> {
    if (this.#canRunTwice === false) return undefined;
    const { second: _, ...options } = this.#options;
    const readyMs = Math.min(options.readyMs, maxSecondReadyMs);
    const second = new CommandController({ ...options, ...own, readyMs, hidesOutput: true });
    second.listen((line) => this.#passOn(line));
    const cutOff = await this.#options.lease?.giveAway();
    this.#canRunTwice = await second.start(signal).then(
      () => true,
      () => false,
    );
    if (!this.#canRunTwice) {
      cutOff?.[Symbol.dispose]();
      return undefined;
    }
    this.#second = second;
    return {
      replaceFirst: async () => {
        await this.#end("SIGKILL");
        cutOff?.[Symbol.dispose]();
      },
      kill: async () => {
        await this.#killSecond();
        cutOff?.[Symbol.dispose]();
        if (this.#hasGivenWay) this.#restart();
      },
    };
  }

  async #killSecond(): Promise<void> {
    const second = this.#second;
    this.#second = undefined;
    await second?.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    await this.#second?.[Symbol.asyncDispose]();
    const child = this.#child;
    if (child?.pid === undefined) return;
    const { mark, endMs, warn } = this.#options;
    signalGroup(child.pid, mark, "SIGTERM");
    const deadlineMs = performance.now() + endMs;
    while (signalGroup(child.pid, mark, 0) > 0) {
      if (performance.now() > deadlineMs) {
        warn(`the controller did not exit within ${endMs} ms after SIGTERM and was killed`);
        break;
      }
      await delay(pollMs);
    }
    await this.#end("SIGKILL");
  }

  async #begin(signal: AbortSignal): Promise<void> {
    this.#problem = undefined;
    this.#options.lease?.forget();
    this.#options.denials?.forget();
    this.#printed = "";
    this.#hasPrintedReady = false;
    this.#isReady = false;
    this.#child = this.#spawn();
    if (await this.#becomesReady(signal)) {
      this.#wasReady = true;
      this.#isReady = true;
      this.#failedStarts = 0;
      return;
    }
    this.#failedStarts += 1;
    const { ready, readyMs } = this.#options;
    const late = `did not print ${JSON.stringify(ready)} within ${readyMs} ms`;
    if (this.#problem === undefined) this.#showOutput(late);
    const why = this.#problem ?? `it ${late}${this.#errorLine()}`;
    await this.#end("SIGKILL");
    if (this.#wasReady && this.#failedStarts < maxFailedStarts) this.#started = undefined;
    throw new HookFailed(`the controller did not start${this.#denial()}: ${why}`);
  }

  #spawn(): ChildProcess {
    const { command, environment, mark } = this.#options;
    const child = spawn("sh", ["-c", command], {
      env: { ...environment, [groupVariable]: mark },
      stdio: ["ignore", "pipe", "pipe"],
      // A separate process group, so that child processes stop with the controller.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      const lines = new ErrorLines((line) => this.#passOn(line));
      stream.on("data", (text: string) => {
        lines.add(text);
        // Searched before the output is truncated, because the readiness string and much more output may arrive at
        // once.
        const printed = this.#printed + text;
        this.#hasPrintedReady ||= printed.includes(this.#options.ready ?? "");
        this.#printed = printed.slice(-keptCharacters);
        this.#wake();
      });
    }
    void this.#watchEnd(child);
    return child;
  }

  async #watchEnd(child: ChildProcess): Promise<void> {
    try {
      const { by, outputEnd } = await endOf(child);
      await outputEnd();
      const how = typeof by === "number" ? `exited with code ${by}` : `was terminated by ${by}`;
      this.#failed(child, `it ${how}${this.#errorLine()}`, how);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#failed(child, `it cannot be started: ${why}`);
    }
  }

  /** `how`: how the process ended, if it was started. */
  #failed(child: ChildProcess, problem: string, how?: string): void {
    // The deliberate kill of a controller is not reported as a problem.
    if (this.#child !== child) return this.#wake();
    const isReady = this.#isReady;
    if (isReady && this.#second !== undefined) {
      this.#hasGivenWay = true;
      void this.#end("SIGKILL");
    } else if (isReady && this.#options.lease?.areLost === true) this.#restart();
    else {
      this.#problem = problem;
      if (how !== undefined) this.#showOutput(how);
    }
    this.#wake();
  }

  /** Restarts a process that exited by design, as its supervisor would. */
  #restart(): void {
    const signal = this.#signal;
    if (signal === undefined) return;
    this.#hasGivenWay = false;
    this.#restarts += 1;
    this.#started = this.#end("SIGKILL").then(() => this.#begin(signal));
    this.#started.catch((error: unknown) => {
      this.#problem ??= error instanceof Error ? error.message : String(error);
    });
  }

  #becomesReady(signal: AbortSignal): Promise<boolean> {
    const { ready, readyMs, aliveMs = usualAliveMs } = this.#options;
    return new Promise((resolve) => {
      const finish = (isReady: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
        this.#wake = () => {};
        resolve(isReady);
      };
      const giveUp = (): void => finish(false);
      // Without a readiness string, the first process must stay alive for a moment. A command that does not exist ends
      // at once, and would otherwise count as a controller that does nothing.
      const isFirst = ready === undefined && !this.#wasReady;
      const timer = isFirst
        ? setTimeout(() => finish(true), Math.min(aliveMs, readyMs))
        : setTimeout(giveUp, readyMs);
      signal.addEventListener("abort", giveUp);
      this.#wake = () => {
        if (this.#problem !== undefined) finish(false);
        else if (isFirst) return;
        else if (ready === undefined || this.#hasPrintedReady) finish(true);
      };
      this.#wake();
    });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    const { mark, endMs } = this.#options;
    const deadlineMs = performance.now() + endMs;
    // Processes that were forked during the kill are killed in the next iteration.
    while (signalGroup(child.pid, mark, signal) > 0 && performance.now() < deadlineMs) {
      await delay(pollMs);
    }
    child.stdout?.destroy();
    child.stderr?.destroy();
  }

  /** Shows the end of the output of a process that failed. Limited, because a process may fail at each start. */
  #showOutput(how: string): void {
    if (this.#options.hidesOutput === true || this.#isEnding || this.#signal?.aborted === true)
      return;
    const lines = lastLines(this.#secrets.redact(this.#printed));
    if (lines.length === 0 || this.#shownOutputs >= maxShownOutputs) return;
    this.#shownOutputs += 1;
    const quoted = lines.map((line) => `\n  ${line}`).join("");
    this.#options.warn(`the controller ${how}; the end of its output:${quoted}`);
  }

  #denial(): string {
    const { denials } = this.#options;
    if (denials?.last === undefined) return "";
    return ` (it may lack a permission: ${this.#secrets.redact(denials.last)})`;
  }

  #errorLine(): string {
    const line = errorLine(this.#secrets.redact(this.#printed));
    return line === undefined ? "" : `: ${line}`;
  }
}

const pollMs = 20;
