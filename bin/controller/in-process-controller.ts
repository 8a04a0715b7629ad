import { HookFailed } from "#harness";
import type { BenchClock, ControllerHost } from "#wings/controllers";
import { referenceReconcilers, runController } from "#reference/controller";
import type { ControllerRules } from "#reference/controller";
import { scopedSignal } from "#targets";
import type { Target } from "#targets";
import { ProcessClock } from "./process-clock.ts";

export interface InProcessControllerOptions {
  /** Connects to the endpoint, with pauses on the clock of the controller. Called at every start. */
  readonly connect: (signal: AbortSignal, clock: BenchClock) => Promise<Target>;
  readonly kinds: readonly string[];
  /** The rules of the controllers. Defaults to the correct rules. */
  readonly rules?: ControllerRules;
  readonly now: () => Date;
  readonly random: () => number;
  /** Upper bound on the latency from a write to its watch event, in milliseconds. */
  readonly eventMs: number;
  /** Timeout for the initial lists, in milliseconds. */
  readonly readyMs: number;
}

/** Runs the reference controllers in this process. A kill interrupts unfinished writes, as a crash does. */
export class InProcessController implements ControllerHost {
  readonly #options: InProcessControllerOptions;
  readonly clock = new ProcessClock();
  #running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  #started: Promise<void> | undefined;
  #problem: string | undefined;

  constructor(options: InProcessControllerOptions) {
    this.#options = options;
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
    const running = this.#running;
    this.#running = undefined;
    running?.stop.abort();
    await running?.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    this.clock[Symbol.dispose]();
  }

  async #begin(signal: AbortSignal): Promise<void> {
    this.#problem = undefined;
    const stop = new AbortController();
    const { promise, resolve } = newGate();
    const ended = this.#run(stop.signal, resolve).catch((error: unknown) => {
      this.#problem = error instanceof Error ? error.message : String(error);
      resolve();
    });
    this.#running = { stop, ended };
    const { readyMs } = this.#options;
    using limit = scopedSignal({ limitMs: readyMs, within: [signal, stop.signal] });
    await Promise.race([promise, aborted(limit.signal)]);
    if (limit.isOver) this.#problem ??= `it was not ready within ${readyMs} ms`;
    if (this.#problem === undefined) return;
    stop.abort();
    await ended;
    throw new HookFailed(`the controller did not start: ${this.#problem}`);
  }

  async #run(signal: AbortSignal, ready: () => void): Promise<void> {
    const { connect, kinds, rules, now, random, eventMs } = this.#options;
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
