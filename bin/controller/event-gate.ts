import { Transform } from "node:stream";

/** Holds back the data of its streams without reordering it. */
export class EventGate {
  readonly #holders = new Set<object>();
  #opened = Promise.resolve();
  #open: () => void = () => {};

  /** Holds back all data until every returned handle is disposed. */
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

  /**
   * Creates a stream that pauses while the gate is held. `opening` returns the number of leading bytes of a chunk that
   * belong to the opening of the connection and are therefore never delayed. Defaults to 0.
   */
  stream(opening: (chunk: Buffer) => number = () => 0): Transform {
    const stream = new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        const passed = opening(chunk);
        if (passed > 0) stream.push(chunk.subarray(0, passed));
        if (passed === chunk.length) {
          pass();
          return;
        }
        void this.#whenOpen().then(() => pass(null, chunk.subarray(passed)));
      },
    });
    return stream;
  }

  async #whenOpen(): Promise<void> {
    while (this.#holders.size > 0) await this.#opened;
  }
}
