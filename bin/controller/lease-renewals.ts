import type { JsonObject, JsonValue } from "#contract";
import type { ForwardedHead } from "./proxy-headers.ts";
import { OpeningGate } from "./opening-gate.ts";
import { releasedLease } from "./released-lease.ts";

/**
 * Time without a renewal after which a controller may have lost its lease, in milliseconds. client-go renews every 2 s.
 */
const maxAgeMs = 6_000;

/** Number of attempts to release a lease. The last renewal of a killed process may still arrive. */
const maxAttempts = 3;

const conflict = 409;

/** Reads a lease, or replaces it with `body`, as the process that sent `renewal`. */
export type LeaseExchange = (renewal: ForwardedHead, body?: JsonObject) => Promise<LeaseReply>;

export interface LeaseReply {
  readonly status: number;
  /** Undefined if the response is not JSON. */
  readonly content: JsonValue | undefined;
}

interface Renewal {
  readonly request: ForwardedHead;
  readonly atMs: number;
}

/** The lease writes of one process. A leader that cannot renew its lease exits by design. */
export class LeaseRenewals {
  readonly #now: () => number;
  readonly #exchange: LeaseExchange;
  #renewal: Renewal | undefined;
  #isRefused = false;
  /** Whether another process may have the lease, because the run has given it away. */
  #isGivenAway = false;
  readonly #gate = new OpeningGate();

  constructor(now: () => number, exchange: LeaseExchange) {
    this.#now = now;
    this.#exchange = exchange;
  }

  /** Forgets the lease, because a new process has none. */
  forget(): void {
    this.#renewal = undefined;
    this.#isRefused = false;
    this.#isGivenAway = false;
  }

  /** Waits before a renewal is forwarded while the process is cut off from its lease. */
  async pass(): Promise<void> {
    if (this.#gate.isHeld) await this.#gate.pass();
  }

  /**
   * Releases the lease, as if it had expired while the process was suspended. Renewals wait until the result is
   * disposed. Without a lease, nothing happens.
   */
  async giveAway(): Promise<Disposable> {
    if (!this.isHeld) return { [Symbol.dispose]: () => {} };
    const held = this.#gate.hold();
    await this.release();
    this.#isGivenAway = true;
    return held;
  }

  answered(isStored: boolean, request: ForwardedHead): void {
    this.#isRefused = !isStored;
    if (isStored) this.#isGivenAway = false;
    if (isStored) this.#renewal = { request, atMs: this.#now() };
  }

  /** Whether the last write of a lease was stored. */
  get isHeld(): boolean {
    return this.#renewal !== undefined && !this.#isRefused;
  }

  /** Whether the process had a lease, and its last renewal failed or is overdue, or the lease was given away. */
  get areLost(): boolean {
    if (this.#renewal === undefined) return this.#isGivenAway;
    return this.#isRefused || this.#now() - this.#renewal.atMs > maxAgeMs;
  }

  /**
   * Releases the lease of a process that was killed or is cut off, so that its successor does not wait until the lease
   * expires. If that fails, the successor waits.
   */
  async release(): Promise<void> {
    const renewal = this.isHeld ? this.#renewal : undefined;
    if (renewal === undefined) return;
    this.forget();
    await this.#release(renewal).catch(() => {});
  }

  async #release({ request, atMs }: Renewal): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { content } = await this.#exchange(request);
      const released = releasedLease(content, this.#now() - atMs);
      if (released === undefined) return;
      const { status } = await this.#exchange(request, released);
      if (status !== conflict) return;
    }
  }
}
