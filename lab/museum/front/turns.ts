import { setTimeout as pause } from "node:timers/promises";

/** How long others wait for what gets no answer, in milliseconds. */
const longestTurnMs = 500;

/** Lets one after another do its work. What takes too long does not hold up the others, and goes on. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  async take(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    const over = new AbortController();
    const ended = done.finally(() => over.abort()).catch(() => undefined);
    const limit = this.#last.then(() =>
      pause(longestTurnMs, undefined, { signal: over.signal }).catch(() => undefined),
    );
    this.#last = Promise.race([ended, limit]);
    await done;
  }
}
