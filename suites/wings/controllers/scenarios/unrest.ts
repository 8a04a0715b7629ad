/** Number of violations after which a controller is known to keep writing. */
const confirmations = 2;

/** Kinds whose objects a controller keeps writing although nothing changes, as scenarios of the run have shown. */
export class Unrest {
  readonly #violations = new Map<string, number>();

  /** Records a violation of `controller.comes-to-rest`. */
  found(kind: string): void {
    this.#violations.set(kind, (this.#violations.get(kind) ?? 0) + 1);
  }

  /** Whether waiting for the controller to settle is known to be pointless. */
  isKnown(kind: string): boolean {
    return (this.#violations.get(kind) ?? 0) >= confirmations;
  }
}
