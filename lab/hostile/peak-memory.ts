const everyMs = 50;

/** Watches how much memory the process has. Disposing ends that. */
export class PeakMemory implements Disposable {
  readonly #startBytes = process.memoryUsage.rss();
  readonly #peakBeforeBytes = peakBytes();
  readonly #timer = setInterval(() => this.#look(), everyMs).unref();
  #seenBytes = this.#startBytes;

  /** How much more it had at most than when this started, in bytes. */
  get grownBytes(): number {
    this.#look();
    const peak = peakBytes();
    // The system knows the peak of the whole life of the process, between two looks as well.
    const most = peak > this.#peakBeforeBytes ? peak : this.#seenBytes;
    return Math.max(0, most - this.#startBytes);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#seenBytes = Math.max(this.#seenBytes, process.memoryUsage.rss());
  }
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}
