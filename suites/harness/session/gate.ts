/** A semaphore: limits the number of concurrent tasks, first in, first out. */
export class Gate {
  readonly #limit: () => number;
  readonly #waiting: (() => void)[] = [];
  #open = 0;

  /** `limit` returns at least 1, and is called whenever a task starts or finishes. */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#admit();
    await turn;
    try {
      return await work();
    } finally {
      this.#open -= 1;
      this.#admit();
    }
  }

  #admit(): void {
    while (this.#open < this.#limit()) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#open += 1;
      next();
    }
  }
}
