/** Without a request for so long, in milliseconds, those that wait are stored. */
const quietMs = 2;

/** The longest that anybody waits, in milliseconds, however busy the server is. */
const longestMs = 100;

/**
 * A storage that batches writes: it commits when enough of them wait or no request is pending. The number of requests
 * in flight thus depends on the number of clients, not on their speed.
 */
export class GroupCommit {
  readonly #size: number;
  #waiting: (() => void)[] = [];
  #quiet: NodeJS.Timeout | undefined;
  #latest: NodeJS.Timeout | undefined;

  /** `size` is how many writes are taken together at most. */
  constructor(size: number) {
    this.#size = size;
  }

  /** A request is pending: it is not quiet. */
  stir(): void {
    clearTimeout(this.#quiet);
    if (this.#waiting.length > 0) this.#quiet = setTimeout(() => this.#look(), quietMs);
  }

  /** Resolves when the write is taken. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length >= this.#size) {
        this.#store();
        return;
      }
      this.#latest ??= setTimeout(() => this.#store(), longestMs);
      this.stir();
    });
  }

  /** A busy machine makes everything late: requests that have arrived already come first. */
  #look(): void {
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
