/** Backpressure: at most one item is being sent. */
export class Pace {
  #unsent = 0;
  #ended = false;
  #resume: (() => void) | undefined;

  /** Resolves when all preceding items were sent. Supports one waiter. */
  async next(): Promise<void> {
    if (this.#unsent > 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    this.#unsent += 1;
  }

  /** Marks an item as sent. */
  sent(): void {
    this.#unsent -= 1;
    if (this.#unsent === 0) this.#resume?.();
  }

  /** Nothing more is sent, and no reply is pending. */
  end(): void {
    this.#ended = true;
    this.#resume?.();
  }
}
