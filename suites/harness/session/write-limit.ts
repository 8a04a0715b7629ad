import type { Verb } from "#contract";

/** Thrown in place of sending a write that the run may not send. Nothing reached the target. */
export class WritesSpent extends Error {
  override readonly name = "WritesSpent";

  /** `most` is the number of writes that the run may send. */
  constructor(most: number) {
    super(
      most === 0
        ? "the run may not write"
        : `the run may send ${most} writes, and has sent them (--write-budget)`,
    );
  }
}

/**
 * How many writes a run may send. Dry runs and writes that the target must refuse count like all others:
 * a target that is wrong about them stores them. Reads and watches are free.
 */
export class WriteLimit {
  readonly #most: number;
  #sent = 0;
  #isLifted = false;

  /** `most` is a whole number, 0 for a run that only reads. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Notes that a command is about to be sent. Throws {@link WritesSpent} where it may not be. */
  spend(verb: Verb): void {
    if (this.#isLifted || verb === "read" || verb === "list") return;
    if (this.#sent >= this.#most) throw new WritesSpent(this.#most);
    this.#sent += 1;
  }

  /** Lets everything through from now on: a run always removes what it created. */
  lift(): void {
    this.#isLifted = true;
  }
}
