import type { Target } from "#targets";
import { newRuntimeSuffix } from "../options/random-ids.ts";
import { connectTarget } from "./connect-target.ts";
import type { ConnectTargetOptions } from "./connect-target.ts";
import { replicatedTarget, restartableTarget } from "./replicated-target.ts";
import { spawn } from "node:child_process";
import { endOf } from "../process/program-end.ts";

/**
 * Connects to the endpoint and its replicas, and combines them into one target. Rejects with the first error, and
 * closes all connections.
 */
export async function connectReplicas(options: ConnectTargetOptions): Promise<Target> {
  const { settings, limits } = options;
  const { replicas = [], restartCommand } = settings;
  if (replicas.length === 0) return restartable(await connectTarget(options), restartCommand);
  // All servers must use the same kinds, so the connections share a suffix.
  const suffix = newRuntimeSuffix();
  const shared = { ...options, suffixFor: (): string => suffix };
  const reached: Target[] = [];
  try {
    const writer = restartable(await connectTarget(shared), restartCommand);
    reached.push(writer);
    const readers: Target[] = [];
    for (const { href: address } of replicas) {
      const reader = await connectTarget({ ...shared, address });
      reached.push(reader);
      readers.push(reader);
    }
    return replicatedTarget({ writer, readers, limits });
  } catch (error) {
    for (const target of reached) await target[Symbol.asyncDispose]();
    throw error;
  }
}

function restartable(target: Target, command: string | undefined): Target {
  if (command === undefined) return target;
  return restartableTarget(target, (signal) => runRestartHook(command, signal));
}

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
