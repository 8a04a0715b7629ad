import { spawn } from "node:child_process";
import { endOf } from "../process/program-end.ts";

const shownCharacters = 200;

/**
 * Runs the user's restart command in a shell.
 *
 * @throws Error if the command cannot be started, is stopped by the signal, or does not exit with 0.
 */
export async function runRestartHook(command: string, signal: AbortSignal): Promise<void> {
  const child = spawn("sh", ["-c", command], { stdio: ["ignore", "ignore", "pipe"], signal });
  let printed = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    printed = (printed + text).slice(-shownCharacters);
  });
  try {
    const { by, outputEnd } = await endOf(child);
    // After a success, does not wait for the pipe to close, because a server that the hook started in the background
    // keeps it open.
    if (by === 0) return;
    await outputEnd();
    const how = typeof by === "number" ? `with ${by}` : `by ${by}`;
    const last = printed.trim().split("\n").at(-1) ?? "";
    throw new Error(`the restart hook exited ${how}${last === "" ? "" : `: ${last}`}`);
  } catch (error) {
    if (signal.aborted) throw new Error("the restart hook timed out", { cause: error });
    throw error;
  } finally {
    child.stderr.destroy();
  }
}
