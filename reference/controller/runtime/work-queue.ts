/** Keys that wait for their turn, each at most once, in the order in which they came. */
export class WorkQueue {
  readonly #keys = new Set<string>();
  #wake: () => void = () => {};

  /** Adds a key, unless it waits already. */
  add(key: string): void {
    this.#keys.add(key);
    this.#wake();
  }

  /** Takes the first key, once there is one; `undefined` when the signal aborts. One taker at a time. */
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
