/** Lets so many pieces of work go on at the same time, and the others wait in their order. */
export class Gate {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #open = 0;

  /** `limit` is at least 1. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Does a piece of work when it is its turn. Rejects as the work does. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#open < this.#limit) this.#open += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes to the next one directly, so that nobody can slip in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#open -= 1;
      else next();
    }
  }
}
