import { Transform } from "node:stream";
import type { JsonValue } from "#contract";
import { socketUnits } from "./message-reader.ts";
import type { SocketUnit } from "./message-reader.ts";

export type IsAbout = (message: JsonValue, kind: string) => boolean;

export class KindGate {
  readonly #isAbout: IsAbout;
  readonly #kinds = new Map<object, string>();
  readonly #waiting = new Set<() => void>();

  constructor(isAbout: IsAbout) {
    this.#isAbout = isAbout;
  }

  /** Holds back messages about a kind until disposed. Messages about one kind keep their order. */
  hold(kind: string): Disposable {
    const holder = {};
    this.#kinds.set(holder, kind);
    return {
      [Symbol.dispose]: () => {
        if (!this.#kinds.delete(holder)) return;
        for (const forward of this.#waiting) forward();
      },
    };
  }

  isHeld(isOfKind: (kind: string) => boolean): boolean {
    return [...this.#kinds.values()].some(isOfKind);
  }

  async whenOpen(isOfKind: (kind: string) => boolean): Promise<void> {
    while (this.isHeld(isOfKind)) {
      await new Promise<void>((resolve) => {
        const go = (): void => {
          this.#waiting.delete(go);
          resolve();
        };
        this.#waiting.add(go);
      });
    }
  }

  socketStream(): Transform {
    const units = socketUnits();
    let held: SocketUnit[] = [];
    const isHeld = ({ message }: SocketUnit): boolean => {
      const read = this.#kinds.size === 0 ? undefined : message();
      return read !== undefined && this.isHeld((kind) => this.#isAbout(read, kind));
    };
    const forward = (): void => {
      const before = held;
      held = [];
      for (const unit of before) {
        if (isHeld(unit)) held.push(unit);
        else stream.push(unit.bytes);
      }
    };
    const stream = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        for (const unit of units(chunk)) {
          if (isHeld(unit)) held.push(unit);
          else stream.push(unit.bytes);
        }
        done();
      },
    });
    this.#waiting.add(forward);
    stream.once("close", () => this.#waiting.delete(forward));
    return stream;
  }

  /**
   * Creates a stream for messages about one kind. `opening` returns the number of leading bytes of a chunk that are
   * never delayed.
   */
  stream(
    isOfKind: (kind: string) => boolean,
    opening: (chunk: Buffer) => number = () => 0,
  ): Transform {
    const stream = new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        const passed = opening(chunk);
        if (passed === chunk.length || !this.isHeld(isOfKind)) {
          pass(null, chunk);
          return;
        }
        if (passed > 0) stream.push(chunk.subarray(0, passed));
        void this.whenOpen(isOfKind).then(() => pass(null, chunk.subarray(passed)));
      },
    });
    return stream;
  }
}
