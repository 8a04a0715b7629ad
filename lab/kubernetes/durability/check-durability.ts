import { Cluster } from "../cluster.ts";
import type { ClusterOptions } from "../cluster.ts";
import { clusterDurability } from "./cluster-durability.ts";
import { durabilityText } from "./durability-text.ts";

/** What came of killing API servers. */
export interface DurabilityOutcome {
  readonly isAsExpected: boolean;
  readonly text: string;
}

/** Starts two API servers on one etcd, kills and compares them. Rejects where they do not start. */
export async function checkDurability(servers: ClusterOptions): Promise<DurabilityOutcome> {
  await using cluster = await Cluster.start({ ...servers, replicas: 2 });
  const parts = await clusterDurability(cluster);
  return {
    isAsExpected: parts.every(({ isAsExpected }) => isAsExpected),
    text: durabilityText(parts),
  };
}
