/** Keeps a producer from getting ahead of what is sent: one thing is under way at a time. */
export class Pace {
  #unsent = 0;
  #ended = false;
  #resume: (() => void) | undefined;

  /** Resolves when everything before has been sent. Only one may wait. */
  async next(): Promise<void> {
    if (this.#unsent > 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    this.#unsent += 1;
  }

  /** One thing has been sent. */
  sent(): void {
    this.#unsent -= 1;
    if (this.#unsent === 0) this.#resume?.();
  }

  /** Nothing is sent any more, and no reply is pending. */
  end(): void {
    this.#ended = true;
    this.#resume?.();
  }
}
