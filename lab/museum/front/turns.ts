import { setTimeout as pause } from "node:timers/promises";

/** Maximum time that a task blocks the next one, in milliseconds. */
const longestTurnMs = 500;

/** Runs tasks one at a time. A task that takes longer continues, but no longer blocks the other tasks. */
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
