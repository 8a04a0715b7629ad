import type { Target } from "#targets";
import { newRuntimeSuffix } from "../options/random-ids.ts";
import { reach } from "./connect-target.ts";
import type { ReachOptions } from "./connect-target.ts";
import { replicatedTarget } from "./replicated-target.ts";
import { restartableTarget } from "./restartable-target.ts";
import { runRestartHook } from "./run-restart-hook.ts";

/**
 * Connects to the endpoint and its replicas, and combines them into one target. Rejects with the first error, and
 * closes all connections.
 */
export async function reachServers(options: ReachOptions): Promise<Target> {
  const { settings, limits } = options;
  const { replicas = [], restartCommand } = settings;
  if (replicas.length === 0) return restartable(await reach(options), restartCommand);
  // All replicas use the same kinds.
  const suffix = newRuntimeSuffix();
  const shared = { ...options, suffixFor: (): string => suffix };
  const reached: Target[] = [];
  try {
    const writer = restartable(await reach(shared), restartCommand);
    reached.push(writer);
    const readers: Target[] = [];
    for (const { href: address } of replicas) {
      const reader = await reach({ ...shared, address });
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
