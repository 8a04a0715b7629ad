import { Transform } from "node:stream";

/** Holds back what passes through its streams, and lets it go on in its order. */
export class EventGate {
  readonly #holders = new Set<object>();
  #opened = Promise.resolve();
  #open: () => void = () => {};

  /** Holds everything back until disposed; of several holders, the last one lets go. */
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

  /** A stream for bytes that are held back while the gate is closed. */
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
