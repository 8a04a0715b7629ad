/** Runs an action on request, at most once per interval. */
export class Throttle implements Disposable {
  readonly #intervalMs: number;
  readonly #action: () => void;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(intervalMs: number, action: () => void) {
    this.#intervalMs = intervalMs;
    this.#action = action;
  }

  /** Schedules the action for the end of the current interval. If there is no interval, starts one. */
  soon(): void {
    if (this.#ended || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#action();
    }, this.#intervalMs);
  }

  /** Cancels a scheduled action. */
  [Symbol.dispose](): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}
