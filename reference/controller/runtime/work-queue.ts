export class WorkQueue {
  readonly #keys = new Set<string>();
  #wake: () => void = () => {};

  add(key: string): void {
    this.#keys.add(key);
    this.#wake();
  }

  /**
   * Takes the first key, and waits for one if there is none. Resolves with undefined when the signal aborts. Supports
   * only one consumer.
   */
  async next(signal: AbortSignal): Promise<string | undefined> {
    while (!signal.aborted) {
      const [key] = this.#keys;
      if (key !== undefined) {
        this.#keys.delete(key);
        return key;
      }
      await this.#change(signal);
    }
    return undefined;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#wake = done;
      signal.addEventListener("abort", done);
    });
  }
}
