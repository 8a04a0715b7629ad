import type { ObjectKey } from "#contract";
import type { KindDescription } from "#targets";
import type { SettledEvents } from "./check.ts";
import type { Observer } from "./observer.ts";
import type { Stream } from "./stream.ts";

/** The watches that one case uses: shared watches, and watches of its own. Disposing closes the case's own watches. */
export class CaseWatches implements AsyncDisposable {
  readonly #shared: (kind: KindDescription) => Observer;
  readonly #observers = new Map<string, Observer>();
  readonly #own: Stream[] = [];
  readonly #open = new Set<Stream>();
  #isLate = false;

  constructor(shared: (kind: KindDescription) => Observer) {
    this.#shared = shared;
  }

  /**
   * Returns the same watch for the whole case, because a replacement for a lost watch would lack earlier events.
   */
  observer(kind: KindDescription): Observer {
    const observer = this.#observers.get(kind.name) ?? this.#shared(kind);
    this.#observers.set(kind.name, observer);
    return observer;
  }

  /**
   * Returns the events of an object on the shared watch, after all pending events have arrived. Records whether the
   * watch is too slow.
   */
  async settle(kind: KindDescription, key: ObjectKey): Promise<SettledEvents> {
    const observer = this.observer(kind);
    const settled = await observer.settle(key);
    this.#isLate ||= !settled.reached && observer.isSilent;
    return settled;
  }

  opened(stream: Stream): Stream {
    this.#own.push(stream);
    this.#open.add(stream);
    return stream;
  }

  closed(stream: Stream): void {
    this.#open.delete(stream);
  }

  /** Records that events are late on a watch that is not registered here. */
  late(): void {
    this.#isLate = true;
  }

  /**
   * Whether any of these watches has ended without an error that explains it, or a shared watch is too slow. The case
   * is then rerun, because events of a busy target may be late.
   */
  get hasLost(): boolean {
    const observers = [...this.#observers.values()];
    return (
      this.#isLate ||
      observers.some(({ isSilent }) => isSilent) ||
      [...observers, ...this.#own].some(({ isLost }) => isLost)
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open].map((stream) => stream[Symbol.asyncDispose]()));
  }
}
