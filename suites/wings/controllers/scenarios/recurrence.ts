/** Number of observations after which a behavior is expected again. */
const confirmations = 2;

/** Kinds for which scenarios of the run have repeatedly observed a certain behavior. */
export class Recurrence {
  readonly #observations = new Map<string, number>();

  found(kind: string): void {
    this.#observations.set(kind, (this.#observations.get(kind) ?? 0) + 1);
  }

  /** True if the behavior is expected again. Waiting for another observation is then pointless. */
  isKnown(kind: string): boolean {
    return (this.#observations.get(kind) ?? 0) >= confirmations;
  }
}
