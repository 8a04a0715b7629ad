import { setTimeout as wait } from "node:timers/promises";
import { restMs } from "#contract";
import type { CheckContext } from "./check.ts";

/** Lets callers wait for conditions. {@link Waiting.wake} checks all pending conditions again. */
export class Waiting {
  readonly #waiters = new Set<() => void>();

  wake(): void {
    for (const check of this.#waiters) check();
  }

  /**
   * Resolves with true as soon as `ready` returns true, or with false after `limitMs` milliseconds or when the signal
   * aborts. Leaves no timer behind.
   */
  until(ready: () => boolean, limitMs: number, signal: AbortSignal): Promise<boolean> {
    if (ready()) return Promise.resolve(true);
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const finish = (result: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
        this.#waiters.delete(check);
        resolve(result);
      };
      const check = (): void => {
        if (ready()) finish(true);
      };
      const giveUp = (): void => {
        finish(false);
      };
      const timer = setTimeout(giveUp, limitMs);
      signal.addEventListener("abort", giveUp);
      this.#waiters.add(check);
    });
  }
}

/** Idles for `restMs`. Objects and watches must be unaffected afterwards. Never rejects. */
export async function rest({ signal }: Pick<CheckContext, "signal">): Promise<void> {
  // The abort is ignored here, because it also ends the case.
  await wait(restMs, undefined, { signal }).catch(() => undefined);
}
