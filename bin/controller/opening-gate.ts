import type { HeldOpenings } from "#wings/controllers";

/** Delays the opening of event streams, as a slow server does. */
export class OpeningGate {
  readonly #holds = new Set<Hold>();

  hold(): HeldOpenings {
    const hold = new Hold(() => this.#holds.delete(hold));
    this.#holds.add(hold);
    return hold;
  }

  /** Whether an opening must wait now. */
  get isHeld(): boolean {
    return this.#holds.size > 0;
  }

  /** Waits until no hold is left. */
  async pass(): Promise<void> {
    for (const hold of this.#holds) hold.waiting += 1;
    while (this.isHeld) await Promise.all([...this.#holds].map(({ over }) => over));
  }
}

class Hold implements HeldOpenings {
  waiting = 0;
  readonly over: Promise<void>;
  #end: () => void = () => {};

  constructor(end: () => void) {
    this.over = new Promise((resolve) => {
      this.#end = () => {
        end();
        resolve();
      };
    });
  }

  [Symbol.dispose](): void {
    this.#end();
  }
}
