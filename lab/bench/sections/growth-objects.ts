import { Pool } from "undici";
import { demoTokens } from "#reference";
import { PeerProcess } from "../peers/peer-process.ts";
import type { Row } from "../row-table.ts";

const connections = 16;

const creation =
  "mutation ($input: CreateServiceInput!) { createService(input: $input) { metadata { name } } }";

const list =
  "query { services { resourceVersion items { kind metadata { name namespace uid resourceVersion generation labels } spec { type } } } }";

export async function overObjects(isSmoke: boolean): Promise<readonly Row[]> {
  await using peer = await PeerProcess.start("reference");
  const pool = new Pool(new URL(peer.url).origin, { connections });
  const rows: Row[] = [];
  try {
    let stored = 0;
    for (const objects of isSmoke ? [10] : [10, 100, 1_000, 10_000]) {
      await create(pool, stored, objects);
      stored = objects;
      rows.push({
        name: `reference: a list of ${objects} objects`,
        values: await listed(pool, peer, isSmoke ? 1 : 5),
        unit: "ms",
        growth: { of: "objects", at: objects },
      });
    }
  } finally {
    await pool.destroy();
  }
  return rows;
}

async function create(pool: Pool, from: number, to: number): Promise<void> {
  let next = from;
  const work = async (): Promise<void> => {
    for (; next < to;) {
      const name = `bench-${next}`;
      next += 1;
      const input = { namespace: "default", name, spec: { type: "ClusterIP" } };
      await send(pool, { query: creation, variables: { input } });
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
}

/**
 * Measures the CPU time of the server for each of several successive list requests, in milliseconds. The first request
 * warms up the compiler.
 */
async function listed(pool: Pool, peer: PeerProcess, rounds: number): Promise<readonly number[]> {
  const values: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const beforeMs = await peer.processorMs();
    await send(pool, { query: list });
    if (round >= 0) values.push((await peer.processorMs()) - beforeMs);
  }
  return values;
}

async function send(pool: Pool, request: unknown): Promise<void> {
  const { body } = await pool.request({
    path: "/graphql",
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      authorization: `Bearer ${demoTokens.author}`,
    },
    body: JSON.stringify(request),
  });
  const text = await body.text();
  if (text.includes('"errors"')) throw new Error(`a request was rejected: ${text.slice(0, 500)}`);
}
