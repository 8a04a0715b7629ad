import type { BenchClock } from "#wings/controllers";

const readingMs = 2;

/**
 * Maximum time, in milliseconds, that counts between two readings: the interval on an idle machine. Each unit of time
 * then contains as many turns of the event loop, and as many steps of the controller, as on an idle machine.
 */
const mostMs = readingMs;

/** Number of readings to keep: enough for at least half a minute. */
const maxReadings = 16_384;

/**
 * Measures time as this process experiences it: time during which the process was busy or not scheduled does not
 * count. A controller in the same process cannot react during such time, so its pauses and reactions are measured
 * equally on an idle machine and on a busy one. Runs until disposed, and does not keep the process alive.
 */
export class ProcessClock implements BenchClock, Disposable {
  readonly #real = new Float64Array(maxReadings);
  readonly #own = new Float64Array(maxReadings);
  #readings = 0;
  readonly #timer: NodeJS.Timeout;
  readonly #pauses = new Set<() => void>();
  #isDisposed = false;

  constructor() {
    this.#add(performance.now(), 0);
    this.#timer = setInterval(() => this.#read(), readingMs).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#isDisposed = true;
    for (const finish of this.#pauses) finish();
  }

  now(): number {
    return this.at(performance.now());
  }

  at(realMs: number): number {
    const oldest = Math.max(0, this.#readings - maxReadings);
    if (realMs <= this.#realOf(oldest)) return this.#ownOf(oldest) - this.#realOf(oldest) + realMs;
    // Finds the newest reading that is not later than `realMs`.
    let [low, high] = [oldest, this.#readings - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#realOf(middle) <= realMs) low = middle;
      else high = middle - 1;
    }
    return this.#ownOf(low) + Math.min(mostMs, realMs - this.#realOf(low));
  }

  /** Also returns early when the clock is disposed, because its time then stands still. */
  async wait(pauseMs: number, signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted || this.#isDisposed;
    const endMs = this.now() + pauseMs;
    for (let leftMs = pauseMs; leftMs > 0 && !isOver(); leftMs = endMs - this.now()) {
      await this.#pause(leftMs, signal);
    }
  }

  #pause(pauseMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", finish);
        this.#pauses.delete(finish);
        resolve();
      };
      const timer = setTimeout(finish, Math.ceil(pauseMs));
      signal.addEventListener("abort", finish);
      this.#pauses.add(finish);
    });
  }

  #read(): void {
    const realMs = performance.now();
    this.#add(realMs, this.at(realMs));
  }

  #add(realMs: number, ownMs: number): void {
    const place = this.#readings % maxReadings;
    this.#real[place] = realMs;
    this.#own[place] = ownMs;
    this.#readings += 1;
  }

  #realOf(reading: number): number {
    return this.#real[reading % maxReadings] ?? 0;
  }

  #ownOf(reading: number): number {
    return this.#own[reading % maxReadings] ?? 0;
  }
}
