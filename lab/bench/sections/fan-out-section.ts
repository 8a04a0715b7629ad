import { counted } from "#contract";
import { PeerProcess } from "../peers/peer-process.ts";
import type { PeerName } from "../peers/peers.ts";
import { StatusWriters } from "../peers/status-writes.ts";
import { Subscribers } from "../peers/subscribers.ts";
import type { Section } from "../section.ts";
import type { Row } from "../row-table.ts";
import { ratios } from "../timing.ts";

export const fanOut: Section = {
  title: "Reference server: one event for many subscribers",
  measure: async ({ isSmoke }) => {
    const rows: Row[] = [];
    for (const subscribers of isSmoke ? [2] : [1, 10, 100, 1_000, 10_000]) {
      rows.push(...(await rowsFor(subscribers, isSmoke)));
    }
    return rows;
  },
};

const deliveries = 10_000;

async function rowsFor(subscribers: number, isSmoke: boolean): Promise<readonly Row[]> {
  const rounds = isSmoke ? 1 : 3;
  const events = isSmoke ? 5 : Math.max(3, Math.round(deliveries / subscribers));
  const tookUs = new Map<PeerName, readonly number[]>();
  for (const name of ["reference", "yoga", "bare"] as const) {
    tookUs.set(name, await deliveredBy(name, { subscribers, events, rounds }));
  }
  const [reference, yoga, bare] = [tookUs.get("reference"), tookUs.get("yoga"), tookUs.get("bare")];
  const isGoal = subscribers >= 100;
  return [
    {
      name: `reference: a delivered event, ${counted(subscribers, "subscriber")}`,
      values: reference ?? [],
      unit: "µs",
      growth: { of: "watchers", at: subscribers },
    },
    {
      name: "  graphql-ws server / reference",
      values: ratios(yoga, reference),
      unit: "×",
      ...(isGoal ? { atLeast: 3 } : {}),
    },
    {
      name: "  ws broadcast / reference",
      values: ratios(bare, reference),
      unit: "×",
      ...(isGoal ? { atLeast: 0.7 } : {}),
    },
  ];
}

interface Load {
  readonly subscribers: number;
  readonly events: number;
  readonly rounds: number;
}

/** Returns the CPU time of the server per delivery, in microseconds, for each round. */
async function deliveredBy(
  name: PeerName,
  { subscribers, events, rounds }: Load,
): Promise<readonly number[]> {
  await using peer = await PeerProcess.start(name);
  await using writers = new StatusWriters(peer, "fan");
  await writers.create();
  using all = await Subscribers.open(peer, subscribers, () => writers.write(1));
  const tookUs: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const beforeMs = await peer.processorMs();
    await all.receive(events, () => writers.write(events));
    const tookMs = (await peer.processorMs()) - beforeMs;
    if (round >= 0) tookUs.push((tookMs / (events * subscribers)) * 1000);
  }
  return tookUs;
}
