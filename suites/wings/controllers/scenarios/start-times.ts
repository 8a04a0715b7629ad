import type { ControllerHost } from "./controller-bench.ts";

/** Time by which a start may exceed the slowest earlier start, in milliseconds. */
const toleranceMs = 3_000;

/** How long the starts of a controller took, in milliseconds. */
export class StartTimes {
  static readonly #known = new WeakMap<ControllerHost, StartTimes>();

  #slowestMs = 0;

  static of(host: ControllerHost): StartTimes {
    const known = StartTimes.#known.get(host) ?? new StartTimes();
    StartTimes.#known.set(host, known);
    return known;
  }

  /** Runs a start. Its duration is not learned if the process had to wait for its watches. */
  async measure(
    start: () => Promise<void>,
    { now, hasWaited = () => false }: { now: () => number; hasWaited?: () => boolean },
  ): Promise<void> {
    const beganMs = now();
    await start();
    if (!hasWaited()) this.#slowestMs = Math.max(this.#slowestMs, now() - beganMs);
  }

  /** Time after which a start is not merely slow: the process waits for something. */
  get limitMs(): number {
    return this.#slowestMs + toleranceMs;
  }
}
