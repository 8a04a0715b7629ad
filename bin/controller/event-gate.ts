import { Transform } from "node:stream";
import type { HeldEvents } from "#wings/controllers";

/** Maximum size of the data that a stream holds, in bytes. Beyond it, the stream reads no further data. */
const maxHeldBytes = 16 * 1024 * 1024;

interface Holder {
  /** Number of the last chunk that may pass. */
  upTo: number;
}

interface Held {
  readonly number: number;
  readonly bytes: Buffer;
}

/** Holds back the data of its streams without reordering it. */
export class EventGate {
  readonly #holders = new Set<Holder>();
  readonly #forwarding = new Set<() => void>();
  /** Number of chunks that have arrived while the gate was held. */
  #arrived = 0;

  /** Holds back all data until every returned handle is disposed. */
  hold(): HeldEvents {
    const holder: Holder = { upTo: 0 };
    this.#holders.add(holder);
    return {
      mark: () => {
        const upTo = this.#arrived;
        return () => {
          holder.upTo = Math.max(holder.upTo, upTo);
          this.#forward();
        };
      },
      [Symbol.dispose]: () => {
        if (this.#holders.delete(holder)) this.#forward();
      },
    };
  }

  #forward(): void {
    for (const forward of this.#forwarding) forward();
  }

  #isHeld(number: number): boolean {
    return [...this.#holders].some(({ upTo }) => upTo < number);
  }

  /**
   * Creates a stream that pauses while the gate is held. `opening` returns the number of leading bytes of a chunk that
   * belong to the opening of the connection and are therefore never delayed. Defaults to 0.
   */
  stream(opening: (chunk: Buffer) => number = () => 0): Transform {
    const held: Held[] = [];
    let bytes = 0;
    let proceed: (() => void) | undefined;
    const forward = (): void => {
      for (let [next] = held; next !== undefined && !this.#isHeld(next.number); [next] = held) {
        held.shift();
        bytes -= next.bytes.length;
        stream.push(next.bytes);
      }
      if (held.length > 0) return;
      proceed?.();
      proceed = undefined;
    };
    const stream = new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        const passed = opening(chunk);
        if (passed > 0) stream.push(chunk.subarray(0, passed));
        if (passed < chunk.length) {
          this.#arrived += 1;
          held.push({ number: this.#arrived, bytes: chunk.subarray(passed) });
          bytes += chunk.length - passed;
          forward();
        }
        if (bytes <= maxHeldBytes) pass();
        else proceed = pass;
      },
      flush: (pass) => {
        if (held.length === 0) pass();
        else proceed = pass;
      },
    });
    this.#forwarding.add(forward);
    stream.once("close", () => this.#forwarding.delete(forward));
    return stream;
  }
}
