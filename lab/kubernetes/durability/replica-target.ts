import { readFile } from "node:fs/promises";
import { limits } from "#contract";
import type { Target } from "#targets";
import { connectKubernetesTarget, tokenCaller } from "#targets/kubernetes";
import type { Cluster } from "../cluster.ts";

export interface ReplicaOptions {
  readonly cluster: Cluster;
  readonly index: number;
  /** Suffix of the kind names. Connections with the same suffix share their kinds. */
  readonly suffix: string;
  readonly isPrepared: boolean;
  /** The address of a proxy in front of the server. Defaults to the server's address. */
  readonly endpoint?: string;
}

export async function replicaTarget(wish: ReplicaOptions): Promise<Target> {
  const { cluster, index, suffix, isPrepared } = wish;
  const certificateAuthority = await readFile(cluster.certificatePath(index));
  const target = await connectKubernetesTarget({
    server: wish.endpoint ?? cluster.endpoints[index] ?? "",
    tls: { certificateAuthority },
    administrator: tokenCaller(cluster.tokens.admin),
    tokens: {},
    limits,
    userAgent: "status-conformance-durability-test",
    runtimeSuffix: suffix,
    signal: new AbortController().signal,
  });
  const { description } = target;
  return {
    description: { ...description, ...(isPrepared ? { prerequisites: [] } : {}) },
    misfit: (command) => target.misfit?.(command),
    execute: (command, signal) => target.execute(command, signal),
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
