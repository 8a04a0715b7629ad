/** Cases of one check that run at the same time, and wait for each other at common synchronization points. */
export class Rendezvous {
  /** The last synchronization point that each case has reached. Finished cases are absent. */
  readonly #reached = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  constructor(cases: readonly string[]) {
    for (const name of cases) this.#reached.set(name, -Infinity);
  }

  /**
   * Waits until all unfinished cases have reached the synchronization point or a later one. Returns early when the
   * signal aborts.
   */
  async meet(name: string, place: number, signal: AbortSignal): Promise<void> {
    this.#reached.set(name, Math.max(place, this.#reached.get(name) ?? place));
    this.#wake();
    while (!signal.aborted && [...this.#reached.values()].some((reached) => reached < place)) {
      await this.#change(signal);
    }
  }

  /** Called when a case finishes, for any reason. */
  leave(name: string): void {
    this.#reached.delete(name);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      signal.addEventListener("abort", wake);
      this.#waiting.add(wake);
    });
  }
}

/**
 * Starts `count` attempts in the same turn of the event loop, so that all of them are pending before the first response
 * can arrive. Resolves with their results by index.
 */
export function race<Result>(
  count: number,
  attempt: (index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => attempt(index)));
}
