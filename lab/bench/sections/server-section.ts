import { PeerProcess } from "../peers/peer-process.ts";
import type { PeerName } from "../peers/peers.ts";
import { StatusWriters } from "../peers/status-writes.ts";
import type { Section } from "../section.ts";
import { ratios } from "../timing.ts";

export const server: Section = {
  title: "Reference server: status writes",
  measure: async ({ isSmoke }) => {
    const rounds = isSmoke ? 1 : 5;
    const writes = isSmoke ? 50 : 4_000;
    await using reference = await measured("reference");
    await using bare = await measured("bare");
    await using yoga = await measured("yoga");
    const all = [reference, bare, yoga];
    for (let round = isSmoke ? -1 : -3; round < rounds; round += 1) {
      for (const one of all) await one.round(writes, round >= 0);
    }
    return [
      { name: "reference: a status write", values: reference.tookUs, unit: "µs" },
      { name: "graphql-yoga: the same, without rules", values: yoga.tookUs, unit: "µs" },
      { name: "bare http: the same, without GraphQL", values: bare.tookUs, unit: "µs" },
      {
        name: "graphql-yoga / reference",
        values: ratios(yoga.tookUs, reference.tookUs),
        unit: "×",
        atLeast: 4,
      },
      {
        name: "bare http / reference",
        values: ratios(bare.tookUs, reference.tookUs),
        unit: "×",
        atLeast: 0.4,
      },
    ];
  },
};

interface Measured extends AsyncDisposable {
  readonly tookUs: readonly number[];
  readonly round: (writes: number, isCounted: boolean) => Promise<void>;
}

async function measured(name: PeerName): Promise<Measured> {
  const peer = await PeerProcess.start(name);
  const writers = new StatusWriters(peer, "write");
  await writers.create();
  const tookUs: number[] = [];
  return {
    tookUs,
    round: async (writes, isCounted) => {
      const beforeMs = await peer.processorMs();
      await writers.write(writes);
      const tookMs = (await peer.processorMs()) - beforeMs;
      if (isCounted) tookUs.push((tookMs / writes) * 1000);
    },
    [Symbol.asyncDispose]: async () => {
      await writers[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
    },
  };
}
