import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

/** How much of what a hook complains of is shown, in characters. */
const shownCharacters = 200;

/** How long the last words of a hook that failed are waited for, in milliseconds. */
const lastWordsMs = 2_000;

/**
 * Runs the user's command that kills the server and starts it again, in a shell.
 *
 * @throws Error where the command cannot be started, is stopped by the signal, or does not end with 0.
 */
export async function runRestartHook(command: string, signal: AbortSignal): Promise<void> {
  const child = spawn("sh", ["-c", command], { stdio: ["ignore", "ignore", "pipe"], signal });
  let printed = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    printed = (printed + text).slice(-shownCharacters);
  });
  // Rejects together with its end, which says why.
  const closed = once(child, "close").catch(() => {});
  try {
    // Not its closing: a server that the hook leaves in the background keeps the pipe open.
    const [code, killer]: unknown[] = await once(child, "exit");
    if (code === 0) return;
    await Promise.race([closed, delay(lastWordsMs, undefined, { ref: false })]);
    const how = typeof code === "number" ? `with ${code}` : `by ${String(killer)}`;
    const last = printed.trim().split("\n").at(-1) ?? "";
    throw new Error(`the restart hook ended ${how}${last === "" ? "" : `: ${last}`}`);
  } catch (error) {
    if (signal.aborted) throw new Error("the restart hook did not end in time", { cause: error });
    throw error;
  } finally {
    child.stderr.destroy();
  }
}
