import type { WireWatch } from "#wings/controllers";

type Ender = NonNullable<WireWatch["by"]>;

/** Reports that a watch was opened, and, when disposed, who ended it first. */
export class NotedWatch implements Disposable {
  readonly #watch: Pick<WireWatch, "isSecond" | "watches">;
  readonly #note: (watch: WireWatch) => void;
  #by: Ender | undefined;
  #isOpen = false;

  constructor(watch: Pick<WireWatch, "isSecond" | "watches">, note: (watch: WireWatch) => void) {
    this.#watch = watch;
    this.#note = note;
  }

  opened(): void {
    this.#isOpen = true;
    this.#note({ ...this.#watch, state: "opened" });
  }

  endedBy(by: Ender): void {
    this.#by ??= by;
  }

  [Symbol.dispose](): void {
    if (this.#isOpen) this.#note({ ...this.#watch, state: "ended", by: this.#by ?? "endpoint" });
    this.#isOpen = false;
  }
}
