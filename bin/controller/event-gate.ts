import { Transform } from "node:stream";

/** Delays what passes through its streams, and keeps its order. */
export class EventGate {
  readonly #holders = new Set<object>();
  #opened = Promise.resolve();
  #open: () => void = () => {};

  /** Delays everything until disposed; with several holders, until the last one is. */
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

  /** A stream whose bytes wait while the gate is held. */
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
