/** Without a request for so long, in milliseconds, those that wait are stored. */
const quietMs = 2;

/** The longest that anybody waits, in milliseconds, however busy the server is. */
const longestMs = 100;

/**
 * A storage that takes writes together: when enough of them wait, or when nobody asks for anything. How
 * many are under way at a time so depends on how many clients there are, and not on how fast they are.
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

  /** Somebody asks for something: it is not quiet. */
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
