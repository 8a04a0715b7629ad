import { agreeing, counted } from "#contract";
import type { Verb } from "#contract";

/** Thrown instead of sending a write that the run may not send. Nothing reached the target. */
export class WritesSpent extends Error {
  override readonly name = "WritesSpent";

  /** `most` is the number of writes that the run may send. */
  constructor(most: number) {
    super(
      most === 0
        ? "the run may not write"
        : `the run may send ${counted(most, "write")} and has sent ${agreeing(most, "it", "them")} (--write-budget)`,
    );
  }
}

/**
 * Notices the first write that a case may not send. A check may await what it sent later than it is refused, or not
 * at all: the refusal is no error of the process, and the case shows nothing either way.
 */
export class RefusedWrites {
  #first: WritesSpent | undefined;

  /** The first refusal. Absent: every write was sent. */
  get first(): WritesSpent | undefined {
    return this.#first;
  }

  /** The same promise, which rejects only for those who await it. */
  watch<Value>(sending: Promise<Value>): Promise<Value> {
    sending.catch((error: unknown) => {
      if (error instanceof WritesSpent) this.#first ??= error;
    });
    return sending;
  }
}

/** What is kept back for the removal of each creation: the deletion, and taking finalizers off. */
const removalReserve = 2;

/**
 * How many writes a run may send, its removals among them, for which each creation keeps some back. Dry runs and
 * writes that the target must refuse count like all others: a target that is wrong about them stores them. Reads
 * and watches are free.
 */
export class WriteLimit {
  readonly #most: number;
  #sent = 0;
  #reserved = 0;
  #isRemoving = false;

  /** `most` is a whole number, 0 for a run that only reads. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Notes that a command is about to be sent. Throws {@link WritesSpent} where it may not be. */
  spend(verb: Verb): void {
    if (verb === "read" || verb === "list") return;
    if (!this.allows(verb)) throw new WritesSpent(this.#most);
    this.#sent += 1;
    if (verb === "create" && !this.#isRemoving) this.#reserved += removalReserve;
  }

  /** Whether a command may be sent. */
  allows(verb: Verb): boolean {
    const needed = verb === "create" && !this.#isRemoving ? 1 + removalReserve : 1;
    return this.#sent + this.#reserved + needed <= this.#most;
  }

  /** From now on what was created is removed: what was kept back for that may be spent. */
  release(): void {
    this.#isRemoving = true;
    this.#reserved = 0;
  }
}
