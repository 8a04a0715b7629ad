/**
 * Time without a renewal after which a controller may have lost its lease, in milliseconds. client-go renews every 2 s.
 */
const maxAgeMs = 6_000;

/** The lease writes of one process. A leader that cannot renew its lease exits by design. */
export class LeaseRenewals {
  readonly #now: () => number;
  #renewedMs: number | undefined;
  #isRefused = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Forgets the lease, because a new process has none. */
  forget(): void {
    this.#renewedMs = undefined;
    this.#isRefused = false;
  }

  answered(isStored: boolean): void {
    this.#isRefused = !isStored;
    if (isStored) this.#renewedMs = this.#now();
  }

  /** Whether the process had a lease, and its last renewal failed or is overdue. */
  get areLost(): boolean {
    if (this.#renewedMs === undefined) return false;
    return this.#isRefused || this.#now() - this.#renewedMs > maxAgeMs;
  }
}
