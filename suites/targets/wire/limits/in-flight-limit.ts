import { onAbort } from "../../port/on-abort.ts";

/** Number of consecutive requests without rate limiting after which the in-flight limit grows by one. */
const answersPerStep = 32;

/**
 * Adaptive in-flight limit: unlimited until the endpoint rate limits a request, then halved (at least one) and slowly
 * raised again. Requests above the limit wait, and are admitted in order.
 */
export class InFlightLimit {
  readonly #waiting = new Set<() => void>();
  #most = Infinity;
  #underWay = 0;
  #entered = 0;
  #answered = 0;
  /** Requests sent before the last reduction do not reduce the limit again. */
  #narrowedAfter = 0;

  get isNarrowest(): boolean {
    return this.#most === 1;
  }

  /** Acquires a slot as soon as one is free or the signal aborts. Returns its number for `leave`. */
  enter(signal: AbortSignal): number | Promise<number> {
    if (this.#underWay < this.#most || signal.aborted) return this.#take();
    return new Promise((resolve) => {
      const go = (): void => {
        release();
        this.#waiting.delete(go);
        resolve(this.#take());
      };
      const release = onAbort(signal, go);
      this.#waiting.add(go);
    });
  }

  /** Releases a slot: `refused` for a rate-limited request, `answered` otherwise. */
  leave(place: number, how: "answered" | "refused"): void {
    if (how === "refused") this.#narrow(place);
    else this.#widen();
    this.#underWay -= 1;
    for (const go of this.#waiting) {
      if (this.#underWay >= this.#most) return;
      go();
    }
  }

  /** Acquires a slot at the time of admission, so that no other request can acquire it in between. */
  #take(): number {
    this.#underWay += 1;
    this.#entered += 1;
    return this.#entered;
  }

  #narrow(place: number): void {
    if (place <= this.#narrowedAfter) return;
    this.#narrowedAfter = this.#entered;
    this.#answered = 0;
    this.#most = Math.max(1, Math.floor(Math.min(this.#most, this.#underWay) / 2));
  }

  #widen(): void {
    this.#answered += 1;
    if (this.#answered < answersPerStep) return;
    this.#answered = 0;
    this.#most += 1;
  }
}
