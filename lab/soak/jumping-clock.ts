const mostJumpMs = 3_600_000;

/**
 * Makes the wall clock jump several times per second, by up to one hour in either direction, until disposed. Does not
 * affect monotonic clocks.
 */
export class JumpingClock implements Disposable {
  readonly #date = Date;
  readonly #truth = Date.now;
  #offsetMs = 0;
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#timer = setInterval(() => {
      this.#offsetMs = Math.round((Math.random() * 2 - 1) * mostJumpMs);
    }, 200).unref();
    this.#date.now = () => this.#truth() + this.#offsetMs;
    globalThis.Date = new Proxy(this.#date, {
      construct: (date, given): object => {
        const made: object = Reflect.construct(date, given.length === 0 ? [date.now()] : given);
        return made;
      },
    });
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#date.now = this.#truth;
    globalThis.Date = this.#date;
  }
}
