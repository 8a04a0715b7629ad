import { setImmediate as nextTurn } from "node:timers/promises";
import type { CheckContext, Companions } from "#harness";
import type { SecondInstance } from "./controller-bench.ts";
import { newGate } from "./gate.ts";
import type { Gate } from "./gate.ts";

export type ProcessChange = "starting" | "started" | "stopped" | "second started";

type Meeting = Pick<CheckContext, "companions" | "kind" | "signal">;

/** How to kill and restart the process, and how long a write may wait for the writes of other runs. */
export interface Crashing {
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Resolves when the time limit is over, or early when the signal aborts. */
  readonly patience: (signal: AbortSignal) => Promise<void>;
}

/** A crash of the process. `restarted` rejects if the process does not start again. */
export interface Crash {
  readonly killed: Promise<void>;
  readonly restarted: Promise<void>;
}

/**
 * The concurrent runs of one scenario on different kinds. They start and stop the shared process of
 * the controller together.
 */
export class SharedProcess {
  static readonly #known = new WeakMap<Companions, SharedProcess>();

  static of({ companions }: Meeting): SharedProcess {
    const known = companions === undefined ? undefined : SharedProcess.#known.get(companions);
    const shared = known ?? new SharedProcess();
    if (companions !== undefined) SharedProcess.#known.set(companions, shared);
    return shared;
  }

  /** Whether to kill the process at the end of the scenario, so that the next scenario starts a new one. */
  isToBeReplaced = false;
  readonly #listeners = new Set<(change: ProcessChange) => void>();
  readonly #acts = new Map<number, Promise<void>>();
  readonly #seconds = new Map<number, Promise<SecondInstance | undefined>>();
  /** The places at which a second instance has taken over from the first one, in any of the runs. */
  readonly #takenOver = new Set<number>();

  /** Gates that open when a write of any run has arrived at a place. */
  readonly #arrivals = new Map<number, Gate>();
  /** The next crash, which writes can still join. */
  #crash: Crash | undefined;
  #lastRestart: Promise<unknown> = Promise.resolve();
  #isRestarting = false;

  #withholding = 0;

  get isWithholding(): boolean {
    return this.#withholding > 0;
  }

  /** Records that a run withholds events from the controller, until disposed. */
  withhold(): Disposable {
    this.#withholding += 1;
    let isOver = false;
    return {
      [Symbol.dispose]: () => {
        if (!isOver) this.#withholding -= 1;
        isOver = true;
      },
    };
  }

  listen(listener: (change: ProcessChange) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  notify(change: ProcessChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  async meet({ companions, kind, signal }: Meeting, place: number): Promise<void> {
    await companions?.meet({ kind, signal }, place);
  }

  /** Calls `act` once for all runs, when they have reached the place. */
  async once(meeting: Meeting, place: number, act: () => Promise<void>): Promise<void> {
    await this.meet(meeting, place);
    const acted = this.#acts.get(place) ?? act();
    this.#acts.set(place, acted);
    await acted;
  }

  /**
   * Kills and restarts the process when a write of each run has arrived, or the run has settled without one. A
   * controller with a single worker sends no other write before it gets the response to the first one, so the wait is
   * limited. A write that arrives after the kill causes another crash.
   */
  crash(meeting: Meeting, place: number, crashing: Crashing): Crash {
    const met = this.meet(meeting, place);
    if (this.#crash !== undefined) return this.#crash;
    const killed = this.#lastRestart
      .then(() => withinPatience(met, crashing))
      .then(() => crashing.kill())
      .then(() => {
        this.#isRestarting = true;
      })
      .finally(() => {
        this.#crash = undefined;
      });
    // The lost writes are recorded first, because a new process does not retry them.
    const restarted = killed.then(nextTurn).then(() => crashing.start());
    this.#lastRestart = restarted
      .catch(() => {})
      .finally(() => {
        this.#isRestarting = false;
      });
    this.#crash = { killed, restarted };
    return this.#crash;
  }

  /** True while a crashed process is not ready again. It may write before it is ready. */
  get isRestarting(): boolean {
    return this.#isRestarting;
  }

  /** Records that a write has arrived at the place, and is held there. */
  arrivedAt(place: number): void {
    this.#arrivalAt(place).open();
  }

  /** Resolves when a write of any run has arrived at the place. */
  async anyArrivalAt(place: number): Promise<void> {
    await this.#arrivalAt(place).opened;
  }

  #arrivalAt(place: number): Gate {
    const known = this.#arrivals.get(place) ?? newGate();
    this.#arrivals.set(place, known);
    return known;
  }

  /** Starts one second instance for all runs, when they have reached the place. */
  async second(
    meeting: Meeting,
    place: number,
    start: () => Promise<SecondInstance | undefined>,
  ): Promise<SecondInstance | undefined> {
    await this.meet(meeting, place);
    const started = this.#seconds.get(place) ?? start();
    this.#seconds.set(place, started);
    return started;
  }

  /**
   * Returns whether a second instance has taken over in any run. Waits until this is known for all
   * runs.
   */
  async isTakenOver(meeting: Meeting, place: number, isDone: boolean): Promise<boolean> {
    if (isDone) this.#takenOver.add(place);
    await this.meet(meeting, place);
    return this.#takenOver.has(place);
  }
}

async function withinPatience(met: Promise<void>, { patience }: Crashing): Promise<void> {
  const over = new AbortController();
  await Promise.race([met, patience(over.signal)]);
  over.abort();
}
