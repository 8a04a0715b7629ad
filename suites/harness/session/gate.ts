/** A semaphore: limits concurrent work to N, first in, first out. */
export class Gate {
  readonly #limit: () => number;
  readonly #waiting: (() => void)[] = [];
  #open = 0;

  /** `limit` is at least 1, and asked whenever something starts or ends. */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Does a piece of work when it is its turn. Rejects as the work does. */
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

  /** A place is taken on admission, before the caller resumes, so that no other caller can take it in between. */
  #admit(): void {
    while (this.#open < this.#limit()) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#open += 1;
      next();
    }
  }
}
