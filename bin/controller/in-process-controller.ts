import { HookFailed } from "#harness";
import type { BenchClock, ControllerHost, SecondInstance } from "#wings/controllers";
import { referenceReconcilers, runController } from "#reference/controller";
import type { ControllerRules } from "#reference/controller";
import { scopedSignal } from "#targets";
import type { Target } from "#targets";
import { ProcessClock } from "./process-clock.ts";

type Connect = (signal: AbortSignal, clock: BenchClock) => Promise<Target>;

export interface InProcessControllerOptions {
  /** Connects to the endpoint, using the clock of the controller for pauses. Called on every start. */
  readonly connect: Connect;
  /** Connects a second instance. Without it, only one instance can run. */
  readonly connectSecond?: Connect;
  readonly kinds: readonly string[];
  readonly rules?: ControllerRules;
  readonly now: () => Date;
  readonly random: () => number;
  /** Upper bound on the latency from a write to its watch event, in milliseconds. */
  readonly eventMs: number;
  readonly readyMs: number;
}

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Runs the reference controllers in this process. A kill interrupts unfinished writes, as a crash does. */
export class InProcessController implements ControllerHost {
  readonly #options: InProcessControllerOptions;
  readonly clock = new ProcessClock();
  #running: Running | undefined;
  #second: Running | undefined;
  isReplaced = false;
  readonly startSecond?: (signal: AbortSignal) => Promise<SecondInstance>;
  #started: Promise<void> | undefined;
  #problem: string | undefined;

  constructor(options: InProcessControllerOptions) {
    this.#options = options;
    const { connectSecond } = options;
    if (connectSecond !== undefined) {
      this.startSecond = (signal) => this.#beginSecond(connectSecond, signal);
    }
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  async start(signal: AbortSignal): Promise<void> {
    if (this.#problem !== undefined) await this.kill();
    this.#started ??= this.#begin(signal);
    return this.#started;
  }

  async kill(): Promise<void> {
    this.#started = undefined;
    const running = [this.#running, this.#second].filter((one) => one !== undefined);
    this.#running = undefined;
    this.#second = undefined;
    this.isReplaced = false;
    for (const one of running) one.stop.abort();
    await Promise.all(running.map(({ ended }) => ended));
  }

  async #beginSecond(connect: Connect, signal: AbortSignal): Promise<SecondInstance> {
    const second = await this.#launch(connect, signal);
    this.#second = second;
    return {
      replaceFirst: async () => {
        const first = this.#running;
        this.#running = second;
        this.#second = undefined;
        this.isReplaced = true;
        first?.stop.abort();
        await first?.ended;
      },
      kill: async () => {
        this.#second = undefined;
        second.stop.abort();
        await second.ended;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    this.clock[Symbol.dispose]();
  }

  async #begin(signal: AbortSignal): Promise<void> {
    this.#problem = undefined;
    this.#running = await this.#launch(this.#options.connect, signal);
  }

  async #launch(connect: Connect, signal: AbortSignal): Promise<Running> {
    const stop = new AbortController();
    const { promise, resolve } = newGate();
    const ended = this.#run(connect, stop.signal, resolve).catch((error: unknown) => {
      this.#problem = error instanceof Error ? error.message : String(error);
      resolve();
    });
    const { readyMs } = this.#options;
    using limit = scopedSignal({ limitMs: readyMs, within: [signal, stop.signal] });
    await Promise.race([promise, aborted(limit.signal)]);
    if (limit.isOver) this.#problem ??= `it was not ready within ${readyMs} ms`;
    if (this.#problem === undefined) return { stop, ended };
    stop.abort();
    await ended;
    throw new HookFailed(`the controller did not start: ${this.#problem}`);
  }

  async #run(connect: Connect, signal: AbortSignal, ready: () => void): Promise<void> {
    const { kinds, rules, now, random, eventMs } = this.#options;
    await using target = await connect(signal, this.clock);
    await runController({
      target,
      reconcilers: referenceReconcilers().filter(({ kind }) => kinds.includes(kind)),
      now,
      random,
      wait: (pauseMs, stop) => this.clock.wait(pauseMs, stop),
      eventMs,
      ...(rules === undefined ? {} : { rules }),
      ready,
      failed: () => {},
      signal,
    });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

interface Gate {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function newGate(): Gate {
  const opened = new AbortController();
  return { promise: aborted(opened.signal), resolve: () => opened.abort() };
}
