import { GraphQLClient } from "graphql-request";
import { Pool } from "undici";
import { limits, resourceVersion } from "#contract";
import type { UpdateStatusCommand } from "#contract";
import { demoTokens } from "#reference";
import type { Target } from "#targets";
import { connect } from "../../../bin/reach/connect-endpoint.ts";
import { PeerProcess } from "../peers/peer-process.ts";
import type { Section } from "../section.ts";
import { median } from "../row-table.ts";
import type { Row } from "../row-table.ts";
import { processorMs, ratios } from "../timing.ts";

export const client: Section = {
  title: "Client: one request",
  measure: async ({ isSmoke }) => {
    const rounds = isSmoke ? 1 : 5;
    const requests = isSmoke ? 20 : 1_000;
    await using peer = await PeerProcess.start("reference");
    const { signal } = new AbortController();
    await using target = await connect({ endpoint: peer.url, limits, signal });
    await using pool = disposable(new Pool(new URL(peer.url).origin, { connections: 1 }));
    const query = await documentOf(target);
    const undici = way(() => overPool(pool.of, query));
    const library = way(() => overGraphqlRequest(peer.url, query));
    const driver = way(() => target.execute(command, signal));
    for (let round = -1; round < rounds; round += 1) {
      for (const one of [undici, library, driver]) await one.round(requests, round >= 0);
    }
    return rowsOf(undici, library, driver);
  },
};

function rowsOf(undici: Way, library: Way, driver: Way): readonly Row[] {
  return [
    { name: "undici.request", values: undici.tookUs, unit: "µs" },
    { name: "graphql-request, default settings", values: library.tookUs, unit: "µs" },
    { name: "the driver of the suite", values: driver.tookUs, unit: "µs" },
    {
      name: "graphql-request, default settings / undici.request",
      values: ratios(library.tookUs, undici.tookUs),
      unit: "×",
    },
    {
      name: "driver / undici.request",
      values: ratios(driver.tookUs, undici.tookUs),
      unit: "×",
      atMost: 1.25,
    },
    {
      name: "driver / undici.request: median response time",
      values: ratios(driver.repliedMs, undici.repliedMs),
      unit: "×",
      atMost: 1.2,
    },
  ];
}

/** The server rejects a write to a missing object, which is its cheapest response. */
const command: UpdateStatusCommand = {
  verb: "updateStatus",
  identity: "controller",
  key: { kind: "Service", namespace: "default", name: "missing" },
  resourceVersion: resourceVersion("1"),
  status: { observedGeneration: 1 },
};

interface Way {
  readonly tookUs: readonly number[];
  readonly repliedMs: readonly number[];
  readonly round: (requests: number, isCounted: boolean) => Promise<void>;
}

function way(send: () => Promise<unknown>): Way {
  const tookUs: number[] = [];
  const repliedMs: number[] = [];
  return {
    tookUs,
    repliedMs,
    round: async (requests, isCounted) => {
      const timesMs: number[] = [];
      const beganMs = processorMs();
      for (let count = 0; count < requests; count += 1) {
        const sentMs = performance.now();
        await send();
        timesMs.push(performance.now() - sentMs);
      }
      if (!isCounted) return;
      tookUs.push(((processorMs() - beganMs) / requests) * 1000);
      repliedMs.push(median(timesMs));
    },
  };
}

/** Captures the request of the driver, so that all clients send the same request. */
async function documentOf(target: Target): Promise<Query> {
  const { request } = await target.execute(command, new AbortController().signal);
  return { query: request?.operation ?? "", variables: request?.variables };
}

interface Query {
  readonly query: string;
  readonly variables: unknown;
}

const headers = {
  "content-type": "application/json",
  accept: "application/graphql-response+json, application/json",
  authorization: `Bearer ${demoTokens.controller}`,
} as const;

async function overPool(pool: Pool, query: Query): Promise<void> {
  const body = JSON.stringify(query);
  const reply = await pool.request({ path: "/graphql", method: "POST", headers, body });
  await reply.body.json();
}

async function overGraphqlRequest(url: string, { query, variables }: Query): Promise<void> {
  const library = new GraphQLClient(url, { headers, errorPolicy: "all" });
  await library.rawRequest(query, Object(variables));
}

function disposable(pool: Pool): AsyncDisposable & { readonly of: Pool } {
  return { of: pool, [Symbol.asyncDispose]: () => pool.destroy() };
}
