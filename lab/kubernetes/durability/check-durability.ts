import { Cluster } from "../cluster.ts";
import type { ClusterOptions } from "../cluster.ts";
import { clusterDurability } from "./cluster-durability.ts";
import { durabilityText } from "./durability-text.ts";

export interface DurabilityOutcome {
  readonly isAsExpected: boolean;
  readonly text: string;
}

export async function checkDurability(servers: ClusterOptions): Promise<DurabilityOutcome> {
  await using cluster = await Cluster.start({ ...servers, replicas: 2 });
  const parts = await clusterDurability(cluster);
  return {
    isAsExpected: parts.every(({ isAsExpected }) => isAsExpected),
    text: durabilityText(parts),
  };
}
