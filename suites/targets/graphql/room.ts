import { onAbort } from "./on-abort.ts";

/** So many requests in a row that were not one too many make room for one more. */
const answersPerStep = 32;

/**
 * How many requests are under way at once: any number, until the endpoint refuses one for being one too
 * many. From then on half as many as there were then, at least one, and slowly more again. Who waits here
 * is not refused once more, and goes in turn.
 *
 * Only a few of them need a new connection at the same time. A busy server takes in new connections one by
 * one, between everything else: in a crowd of them some waited for ten seconds, while those that were in got
 * their replies in a quarter of one. As many connections count as taken in as there were requests answered
 * at once; what goes beyond them is new until its answer.
 */
export class Room {
  readonly #mostNew: number;
  readonly #waiting = new Set<() => void>();
  #most = Infinity;
  #underWay = 0;
  /** So many connections have been taken in. */
  #takenIn = 0;
  /** The places of requests for which none of these was free. */
  readonly #new = new Set<number>();
  #entered = 0;
  #answered = 0;
  /** What was sent before the room was made narrower says nothing new by being refused. */
  #narrowedAfter = 0;

  /** At most `mostNew` requests under way need a new connection. */
  constructor(mostNew = Infinity) {
    this.#mostNew = mostNew;
  }

  /** Takes a place, as soon as there is one or the signal aborts. Gives its number; each must be left. */
  enter(signal: AbortSignal): number | Promise<number> {
    if (this.#hasPlace() || signal.aborted) return this.#take();
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
    if (this.#new.delete(place)) this.#takenIn += 1;
    for (const go of this.#waiting) {
      if (!this.#hasPlace()) return;
      go();
    }
  }

  #hasPlace(): boolean {
    if (this.#underWay >= this.#most) return false;
    return this.#new.size < this.#mostNew || this.#hasConnection();
  }

  #hasConnection(): boolean {
    return this.#underWay - this.#new.size < this.#takenIn;
  }

  /** A place is taken by whoever is let in, so that nobody can slip in between. */
  #take(): number {
    this.#entered += 1;
    if (!this.#hasConnection()) this.#new.add(this.#entered);
    this.#underWay += 1;
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
