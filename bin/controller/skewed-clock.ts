export class SkewedClock {
  readonly #now: () => Date;
  #aheadMs = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  readonly now = (): Date => new Date(this.#now().getTime() + this.#aheadMs);

  /** Sets the clock ahead until disposed. Concurrent offsets add up. */
  skew(aheadMs: number): Disposable {
    let isOver = false;
    this.#aheadMs += aheadMs;
    return {
      [Symbol.dispose]: () => {
        if (!isOver) this.#aheadMs -= aheadMs;
        isOver = true;
      },
    };
  }
}
