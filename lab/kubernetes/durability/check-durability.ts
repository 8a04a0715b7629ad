import { Cluster } from "../cluster.ts";
import type { ClusterOptions } from "../cluster.ts";
import { expectationText } from "../expectations.ts";
import { clusterDurability } from "./cluster-durability.ts";
import type { DurabilityPart } from "./cluster-durability.ts";

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

function durabilityText(parts: readonly DurabilityPart[]): string {
  return parts.map(partText).join("");
}

function partText({ title, result, isAsExpected }: DurabilityPart): string {
  const { broken, held, open, durationMs } = result;
  const lines = [
    expectationText(title, isAsExpected),
    `  ${held.length} held, ${broken.length} broken, ${open.length} open, ${Math.round(durationMs)} ms`,
    ...broken.map((requirement) => `  broken: ${requirement}`),
    ...open.map((problem) => `  open: ${problem}`),
  ];
  return `${lines.join("\n")}\n`;
}
