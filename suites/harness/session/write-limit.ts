import { counted } from "#contract";
import type { Verb } from "#contract";

/** Thrown instead of sending a write that exceeds the limit. Nothing was sent to the target. */
export class WritesSpent extends Error {
  override readonly name = "WritesSpent";

  constructor(most: number) {
    super(
      most === 0
        ? "the run is read-only"
        : `the write budget of ${counted(most, "write")} is exhausted (--write-budget)`,
    );
  }
}

/**
 * Records the first write of a case that exceeds the limit. The case is then undecided, so a check that awaits this
 * write late or never must not cause an unhandled rejection.
 */
export class RefusedWrites {
  #first: WritesSpent | undefined;

  get first(): WritesSpent | undefined {
    return this.#first;
  }

  /** Returns the same promise, but prevents an unhandled rejection. */
  watch<Value>(sending: Promise<Value>): Promise<Value> {
    sending.catch((error: unknown) => {
      if (error instanceof WritesSpent) this.#first ??= error;
    });
    return sending;
  }
}

/**
 * Number of writes reserved for the removal of each created object: its delete request, and the removal of finalizers.
 */
const removalReserve = 2;

/**
 * Limits the writes of a run, including removals: each create request reserves the writes for the removal of its
 * object. Dry runs and writes that the target must reject also count, because a faulty target stores them. Reads and
 * watches do not count.
 */
export class WriteLimit {
  readonly #most: number;
  #sent = 0;
  #reserved = 0;
  #isRemoving = false;

  /** `most` is an integer; 0 for a read-only run. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a command before it is sent.
   *
   * @throws WritesSpent if the limit is exceeded.
   */
  spend(verb: Verb): void {
    if (verb === "read" || verb === "list") return;
    if (!this.allows(verb)) throw new WritesSpent(this.#most);
    this.#sent += 1;
    if (verb === "create" && !this.#isRemoving) this.#reserved += removalReserve;
  }

  allows(verb: Verb): boolean {
    const needed = verb === "create" && !this.#isRemoving ? 1 + removalReserve : 1;
    return this.#sent + this.#reserved + needed <= this.#most;
  }

  /** Releases the reserved writes, because removal has started. */
  release(): void {
    this.#isRemoving = true;
    this.#reserved = 0;
  }
}
