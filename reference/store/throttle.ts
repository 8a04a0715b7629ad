/** Runs an action when asked, but only once in each interval. */
export class Throttle implements Disposable {
  readonly #intervalMs: number;
  readonly #action: () => void;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(intervalMs: number, action: () => void) {
    this.#intervalMs = intervalMs;
    this.#action = action;
  }

  /** Has the action run at the end of the interval that is under way, or that starts now. */
  soon(): void {
    if (this.#ended || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#action();
    }, this.#intervalMs);
  }

  /** What was asked for is dropped, and nothing runs any more. */
  [Symbol.dispose](): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}
