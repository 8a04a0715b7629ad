import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

export interface ProgramEnd {
  /** The exit code, or the name of the signal that terminated the program. */
  readonly by: number | string;
  /**
   * Resolves when all output has been read, which may be after the exit. Waits at most two seconds, because a
   * background process may keep the pipes open forever.
   */
  readonly outputEnd: () => Promise<unknown>;
}

const outputTimeoutMs = 2_000;

/**
 * Waits for a program to exit, but not for its background processes. Resolves with its exit code or signal.
 *
 * @throws Error if the program could not be started, or is stopped by its abort signal.
 */
export async function endOf(child: ChildProcess): Promise<ProgramEnd> {
  // Registered first, because `close` may coincide with `exit`. If waiting for `close` rejects, waiting for `exit`
  // rejects for the same reason.
  const closed = once(child, "close").catch(() => {});
  const [code, signal]: unknown[] = await once(child, "exit");
  return {
    by: typeof code === "number" ? code : String(signal),
    outputEnd: () => Promise.race([closed, delay(outputTimeoutMs, undefined, { ref: false })]),
  };
}
