import type { Target } from "#targets";
import { newRuntimeSuffix } from "../options/random-ids.ts";
import { connectTarget } from "./connect-target.ts";
import type { ConnectTargetOptions } from "./connect-target.ts";
import { replicatedTarget } from "./replicated-target.ts";
import { restartableTarget } from "./restartable-target.ts";
import { runRestartHook } from "./run-restart-hook.ts";

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
