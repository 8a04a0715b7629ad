import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

/** How a program ended. */
export interface ProgramEnd {
  /** Its exit code, or the name of the signal that ended it. */
  readonly by: number | string;
  /**
   * Resolves when all that it printed has been read, which may be after its end. What it leaves behind may
   * keep its pipes open for ever: two seconds are waited at most.
   */
  readonly heard: () => Promise<unknown>;
}

/** How long what an ended program has printed is waited for, in milliseconds. */
const lastWordsMs = 2_000;

/**
 * Waits until a program has ended, and not for what it leaves behind.
 *
 * @throws Error where it could not be started, or is stopped by the signal that it was started with.
 */
export async function endOf(child: ChildProcess): Promise<ProgramEnd> {
  // It may come together with the end. Where it rejects, so does the end, which says why.
  const closed = once(child, "close").catch(() => {});
  const [code, signal]: unknown[] = await once(child, "exit");
  return {
    by: typeof code === "number" ? code : String(signal),
    heard: () => Promise.race([closed, delay(lastWordsMs, undefined, { ref: false })]),
  };
}
