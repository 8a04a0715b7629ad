import type { KindDescription } from "#targets";
import type { Observer } from "./observer.ts";
import type { Stream } from "./stream.ts";

/** The watches of one case: shared ones, and its own, which disposing closes. */
export class CaseWatches implements AsyncDisposable {
  readonly #shared: (kind: KindDescription) => Observer;
  readonly #observers = new Map<string, Observer>();
  readonly #own: Stream[] = [];
  readonly #open = new Set<Stream>();

  constructor(shared: (kind: KindDescription) => Observer) {
    this.#shared = shared;
  }

  /** One watch for the whole case: the replacement of a lost watch has not received earlier events. */
  observer(kind: KindDescription): Observer {
    const observer = this.#observers.get(kind.name) ?? this.#shared(kind);
    this.#observers.set(kind.name, observer);
    return observer;
  }

  /** Registers a watch of the case and returns it. */
  opened(stream: Stream): Stream {
    this.#own.push(stream);
    this.#open.add(stream);
    return stream;
  }

  closed(stream: Stream): void {
    this.#open.delete(stream);
  }

  /** Whether any of them has lost its connection. */
  get hasLost(): boolean {
    return (
      [...this.#observers.values()].some(({ isLost }) => isLost) ||
      this.#own.some(({ end }) => end?.end === "lost")
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open].map((stream) => stream[Symbol.asyncDispose]()));
  }
}
