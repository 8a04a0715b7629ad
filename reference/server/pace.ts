/** Provides backpressure by allowing a single unsent item at a time. */
export class Pace {
  #unsent = 0;
  #ended = false;
  #resume: (() => void) | undefined;

  /** Resolves when all preceding items have been sent. Supports a single caller at a time. */
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

  /** Stops waiting, because nothing more will be sent. */
  end(): void {
    this.#ended = true;
    this.#resume?.();
  }
}
