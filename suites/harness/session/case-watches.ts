import type { KindDescription } from "#targets";
import type { Observer } from "./observer.ts";
import type { Stream } from "./stream.ts";

/** The watches through which one case sees: those that all cases share, and its own. Disposing closes its own. */
export class CaseWatches implements AsyncDisposable {
  readonly #shared: (kind: KindDescription) => Observer;
  readonly #observers = new Map<string, Observer>();
  readonly #own: Stream[] = [];
  readonly #open = new Set<Stream>();

  constructor(shared: (kind: KindDescription) => Observer) {
    this.#shared = shared;
  }

  /** The same for as long as the case goes on: one that is opened in place of a lost one has not seen what went before. */
  observer(kind: KindDescription): Observer {
    const observer = this.#observers.get(kind.name) ?? this.#shared(kind);
    this.#observers.set(kind.name, observer);
    return observer;
  }

  /** Takes in a watch of the case's own, and gives it back. */
  opened(stream: Stream): Stream {
    this.#own.push(stream);
    this.#open.add(stream);
    return stream;
  }

  closed(stream: Stream): void {
    this.#open.delete(stream);
  }

  /** Whether the connection of one of them was lost by now. */
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
