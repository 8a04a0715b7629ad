import { Transform } from "node:stream";

/** Delays its streams without reordering. */
export class EventGate {
  readonly #holders = new Set<object>();
  #opened = Promise.resolve();
  #open: () => void = () => {};

  /** Delays all data until every returned handle is disposed. */
  hold(): Disposable {
    const holder = {};
    if (this.#holders.size === 0) {
      this.#opened = new Promise((resolve) => {
        this.#open = resolve;
      });
    }
    this.#holders.add(holder);
    return {
      [Symbol.dispose]: () => {
        if (this.#holders.delete(holder) && this.#holders.size === 0) this.#open();
      },
    };
  }

  /** A stream that pauses while the gate is held. */
  stream(): Transform {
    return new Transform({
      transform: (chunk, _encoding, pass) => {
        void this.#whenOpen().then(() => pass(null, chunk));
      },
    });
  }

  async #whenOpen(): Promise<void> {
    while (this.#holders.size > 0) await this.#opened;
  }
}
