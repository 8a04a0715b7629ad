/** Idle time after which waiting writes are stored, in milliseconds. */
const quietMs = 2;

/** Maximum time that a write waits under load, in milliseconds. */
const longestMs = 100;

/**
 * Commits writes in batches: when a batch is full, no request is pending, or a write has waited for the maximum time.
 * The batch size thus depends on the number of clients, not on their speed.
 */
export class GroupCommit {
  readonly #size: number;
  #waiting: (() => void)[] = [];
  #quiet: NodeJS.Timeout | undefined;
  #latest: NodeJS.Timeout | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  restartIdleTime(): void {
    clearTimeout(this.#quiet);
    if (this.#waiting.length > 0) this.#quiet = setTimeout(() => this.#storeIfIdle(), quietMs);
  }

  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length >= this.#size) {
        this.#store();
        return;
      }
      this.#latest ??= setTimeout(() => this.#store(), longestMs);
      this.restartIdleTime();
    });
  }

  /** Commits after an idle period, unless a request has arrived in the meantime, which is likely on a busy machine. */
  #storeIfIdle(): void {
    const quiet = this.#quiet;
    const stillQuiet = (): boolean => quiet === this.#quiet;
    setImmediate(() => setImmediate(() => (stillQuiet() ? this.#store() : undefined)));
  }

  #store(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#latest);
    this.#latest = undefined;
    const taken = this.#waiting;
    this.#waiting = [];
    for (const resolve of taken) resolve();
  }
}
