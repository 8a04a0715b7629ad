/** The `Date` header has whole seconds, so smaller differences are not distinguishable from none. */
const leastSkewMs = 2_000;

/** Number of differences that are compared. A clock may be corrected during a run. */
const mostDifferences = 50;

/** Estimates the time on a server's clock from the `Date` headers of its responses. */
export class ServerClock {
  readonly #differences: number[] = [];

  /** Records the `Date` header of a response that arrived at `nowMs` on the client's clock. */
  note(header: string | undefined, nowMs: number): void {
    const dateMs = Date.parse(header ?? "");
    if (Number.isNaN(dateMs)) return;
    this.#differences.push(dateMs - nowMs);
    if (this.#differences.length > mostDifferences) this.#differences.shift();
  }

  /**
   * Returns the time on the server's clock, at most about a second early: the header omits fractions of a second, and
   * the response took some time. Returns the client's time if the clocks agree, or if no response had the header.
   */
  timeAt(nowMs: number): number {
    if (this.#differences.length === 0) return nowMs;
    const skewMs = Math.max(...this.#differences);
    return Math.abs(skewMs) < leastSkewMs ? nowMs : nowMs + skewMs;
  }
}
