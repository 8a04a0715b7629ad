import { onAbort } from "../../port/on-abort.ts";

/** After N consecutive requests that were not rate limited, the in-flight limit grows by one. */
const answersPerStep = 32;

/**
 * How many requests are in flight at once: any number, until the endpoint refuses one for being one too
 * many. From then on half as many as there were then, at least one, and slowly more again. Who waits here
 * is not refused once more, and goes in turn.
 */
export class Room {
  readonly #waiting = new Set<() => void>();
  #most = Infinity;
  #underWay = 0;
  #entered = 0;
  #answered = 0;
  /** What was sent before the room was made narrower says nothing new by being refused. */
  #narrowedAfter = 0;

  /** Takes a place, as soon as there is one or the signal aborts. Gives its number; each must be left. */
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

  /** Leaves a place: `refused` when the request was one too many, `answered` when it was anything else. */
  leave(place: number, how: "answered" | "refused"): void {
    if (how === "refused") this.#narrow(place);
    else this.#widen();
    this.#underWay -= 1;
    for (const go of this.#waiting) {
      if (this.#underWay >= this.#most) return;
      go();
    }
  }

  /** A place is taken on admission, so that no other request can take it in between. */
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
