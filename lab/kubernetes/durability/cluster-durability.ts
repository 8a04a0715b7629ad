import { readFile } from "node:fs/promises";
import { historiesChecks } from "#checks";
import { limits } from "#contract";
import type { AnyCheck } from "#harness";
import { replicatedTarget, restartableTarget } from "../../../bin/reach/replicated-target.ts";
import type { Cluster } from "../cluster.ts";
import { FaultProxy } from "../proxy/fault-proxy.ts";
import { durabilityRun } from "./durability-run.ts";
import type { DurabilityResult } from "./durability-run.ts";
import { replicaTarget } from "./replica-target.ts";
import { isGranted } from "../proxy/api-reply.ts";
import type { ApiReply } from "../proxy/api-reply.ts";
import { isRead } from "../proxy/api-request.ts";
import type { ProxyBehaviour } from "../proxy/proxy-fault.ts";

export interface DurabilityPart {
  readonly title: string;
  readonly result: DurabilityResult;
  readonly isAsExpected: boolean;
}

/** All phases use the same kinds. The first phase creates them. */
const suffix = "durable";

const profile = "kubernetes/v1";

/** Half of the default number of operations, because there are four phases. */
const operations = 2_500;

/**
 * Kills an API server during writes, first without a replica and then with a replica on the same etcd. Also tests the
 * replica through a proxy that serves stale reads, which the checks must detect. The cluster must have two API servers.
 */
export async function clusterDurability(cluster: Cluster): Promise<readonly DurabilityPart[]> {
  const alone = await killed(cluster, { isPrepared: false, hasReplica: false });
  const beside = await killed(cluster, { isPrepared: true, hasReplica: true });
  const together = await throughBoth(cluster, historiesChecks);
  const behind = await throughStaleReplica(cluster);
  return [
    { title: "one server is killed", result: alone, isAsExpected: isSound(alone) },
    {
      title: "the server for writes is killed, the other server serves reads",
      result: beside,
      isAsExpected: isSound(beside),
    },
    {
      title: "writes through one server, reads and watches through the other",
      result: together,
      isAsExpected: isSound(together),
    },
    {
      title: "the same with a replica that is one read behind, which must be detected",
      result: behind,
      isAsExpected: behind.broken.includes("write.visible-to-later-reads"),
    },
  ];
}

function isSound({ broken, held, isDecided }: DurabilityResult): boolean {
  return broken.length === 0 && isDecided && held.length > 0;
}

async function killed(
  cluster: Cluster,
  { isPrepared, hasReplica }: { readonly isPrepared: boolean; readonly hasReplica: boolean },
): Promise<DurabilityResult> {
  const writer = restartableTarget(
    await replicaTarget({ cluster, index: 0, suffix, isPrepared }),
    async () => {
      await cluster.kill(0);
      await cluster.restart(0);
    },
  );
  if (!hasReplica) {
    await using target = writer;
    return await durabilityRun(target, { profile, operations });
  }
  const reader = await replicaTarget({ cluster, index: 1, suffix, isPrepared });
  await using target = replicatedTarget({ writer, readers: [reader], limits });
  return await durabilityRun(target, { profile, operations });
}

async function throughBoth(
  cluster: Cluster,
  checks: readonly AnyCheck[],
  endpoint?: string,
): Promise<DurabilityResult> {
  const there = { cluster, suffix, isPrepared: true };
  const writer = await replicaTarget({ ...there, index: 0 });
  const through = endpoint === undefined ? {} : { endpoint };
  const reader = await replicaTarget({ ...there, ...through, index: 1 });
  await using target = replicatedTarget({ writer, readers: [reader], limits });
  return await durabilityRun(target, { profile, checks, operations });
}

async function throughStaleReplica(cluster: Cluster): Promise<DurabilityResult> {
  await using proxy = await FaultProxy.start({
    endpoint: cluster.endpoints[1] ?? "",
    certificateAuthority: await readFile(cluster.certificatePath(1)),
    administratorToken: cluster.tokens.admin,
    behaviour: staleReplica(),
  });
  return await throughBoth(cluster, historiesChecks, proxy.endpoint);
}

/** Simulates a read replica that is always stale: it returns the result of the preceding read. */
function staleReplica(): ProxyBehaviour {
  const found = new Map<string, ApiReply>();
  return {
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isRead(request) || !isGranted(reply)) return reply;
      const before = found.get(request.path) ?? reply;
      found.set(request.path, reply);
      return before;
    },
  };
}
