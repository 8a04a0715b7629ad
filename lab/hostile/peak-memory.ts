const everyMs = 50;

/** Samples the memory of the process. Disposing stops it. */
export class PeakMemory implements Disposable {
  readonly #startBytes = process.memoryUsage.rss();
  readonly #peakBeforeBytes = peakBytes();
  readonly #timer = setInterval(() => this.#look(), everyMs).unref();
  #seenBytes = this.#startBytes;

  /** Growth of peak memory since the start, in bytes. */
  get grownBytes(): number {
    this.#look();
    const peak = peakBytes();
    // The system reports a peak that includes the moments between samples, but also the time before the start.
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
