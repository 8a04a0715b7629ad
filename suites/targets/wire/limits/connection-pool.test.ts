import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { buildConnector } from "undici";
import { Connections } from "./connection-pool.ts";
import type { ConnectionsOptions, Lent } from "./connection-pool.ts";
import { startHttp } from "../../graphql/testing/test-endpoint.ts";
import { HttpTransport } from "../http/http-transport.ts";
import { parseAddress } from "../http/address.ts";

const never = new AbortController().signal;

describe("requests over connections", () => {
  it("wait for no more than eight that the server has not answered on", async () => {
    await using server = await startCounting();
    await using transport = transportTo(server.url);
    using watched = watchConnections();
    // Sends requests sequentially, with different pauses, so that the connection is free in between.
    const sendInTurn = async (client: number): Promise<void> => {
      for (let sent = 0; sent < 3 + (client % 9); sent += 1) {
        await waitTurns(sent % 5);
        await send(transport);
      }
    };
    for (const clients of [40, 3, 40, 80]) {
      await Promise.all(Array.from({ length: clients }, (_, client) => sendInTurn(client)));
    }

    expect(watched.most).toBe(8);
    expect(server.opened).toBeGreaterThan(40);
  });

  it("are more than eight at a time if each response takes more than a second", async () => {
    let [underWay, most] = [0, 0];
    await using server = await startHttp((request, response) => {
      request.resume();
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ data: {} }));
      }, 1_200);
    });
    await using transport = transportTo(server.url);
    const sendTwice = async (): Promise<void> => {
      await send(transport);
      await send(transport);
    };
    await Promise.all(Array.from({ length: 16 }, sendTwice));

    expect(most).toBe(16);
  });

  it("open few at a time again after they have ended", async () => {
    await using server = await startCounting({ connection: "close" });
    await using transport = transportTo(server.url);
    using watched = watchConnections();
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 24 }, () => send(transport)));
    }

    expect(watched.most).toBe(8);
    expect(server.opened).toBe(72);
  });
});

describe("Connections", () => {
  it("serve waiting requests in order, and no aborted ones", async () => {
    await using server = await startCounting();
    await using connections = connectionsTo(server.url, { most: 1, mostNew: 1 });
    const first = await lend(connections);
    const stop = new AbortController();
    const got: string[] = [];
    const wait = (name: string, signal: AbortSignal): Promise<void> =>
      Promise.resolve(connections.lend(signal)).then((lent) => {
        got.push(lent === undefined ? `${name} none` : name);
        if (lent !== undefined) connections.giveBack(lent);
      });
    const all = [wait("one", never), wait("two", stop.signal), wait("three", never)];
    stop.abort();
    await turn();
    expect(got).toEqual(["two none"]);
    connections.giveBack(first);
    await Promise.all(all);
    expect(got).toEqual(["two none", "one", "three"]);
    expect(await connections.lend(AbortSignal.abort())).toBeDefined();
    expect(await connections.lend(AbortSignal.abort())).toBeUndefined();
  });

  it("end for those who wait when all is over", async () => {
    await using server = await startCounting();
    const connections = connectionsTo(server.url, { most: 1, mostNew: 1 });
    const first = await lend(connections);
    const second = connections.lend(never);
    await connections[Symbol.asyncDispose]();
    connections.giveBack(first);
    expect(await second).toBeUndefined();
    expect(await connections.lend(never)).toBeUndefined();
  });

  it("reuse the last used connection, unless the server may be about to close it", async () => {
    let nowMs = 0;
    await using server = await startCounting();
    await using connections = connectionsTo(server.url, { most: 4, mostNew: 4, now: () => nowMs });
    const both = [await lend(connections), await lend(connections)];
    for (const lent of both) await use(lent, server.url);
    for (const lent of both) connections.giveBack(lent);
    nowMs = 900;
    const again = await lend(connections);
    expect(again).toMatchObject({ client: both[1]?.client, isNew: false });
    // The process was stalled, so the response may have arrived immediately after the request.
    nowMs = 1_800;
    connections.giveBack(again);
    nowMs = 2_000;
    const fresh = await Promise.all([1, 2, 3, 4].map(async () => lend(connections)));
    expect(fresh.map(({ isNew }) => isNew)).toEqual([true, true, true, true]);
    for (const lent of fresh) connections.giveBack(lent);
  });

  it("drop connections that the server has closed", async () => {
    await using server = await startCounting();
    await using connections = connectionsTo(server.url, { most: 4, mostNew: 4 });
    const lent = await lend(connections);
    await use(lent, server.url);
    connections.giveBack(lent);
    const gone = once(lent.client, "disconnect");
    server.end();
    await gone;
    const next = await lend(connections);
    expect(next.isNew).toBe(true);
    expect(next.client).not.toBe(lent.client);
    connections.giveBack(next);
  });
});

interface CountingServer extends AsyncDisposable {
  readonly url: string;
  readonly opened: number;
  readonly end: () => void;
}

async function startCounting(headers: Record<string, string> = {}): Promise<CountingServer> {
  let [opened, asked] = [0, 0];
  const server = await startHttp((request, response) => {
    request.resume();
    asked += 1;
    void waitTurns(1 + (asked % 7)).then(() => {
      response.writeHead(200, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify({ data: {} }));
    });
  });
  server.server.on("connection", () => {
    opened += 1;
  });
  return {
    url: server.url,
    get opened() {
      return opened;
    },
    end: () => server.server.closeIdleConnections(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

interface WatchedConnections extends Disposable {
  /** The maximum number of simultaneous connections without a response. */
  readonly most: number;
}

/** Observes the connections of this process on the client side, because a server does not see waiting clients. */
function watchConnections(): WatchedConnections {
  const unanswered = new Set<unknown>();
  const sockets = new Map<unknown, unknown>();
  let [opening, most] = [0, 0];
  const listeners: Readonly<Record<string, (message: unknown) => void>> = {
    "undici:client:beforeConnect": () => {
      opening += 1;
      most = Math.max(most, opening + unanswered.size);
    },
    "undici:client:connected": (message) => {
      opening -= 1;
      unanswered.add(partOf(message, "socket"));
    },
    "undici:client:sendHeaders": (message) => {
      sockets.set(partOf(message, "request"), partOf(message, "socket"));
    },
    "undici:request:trailers": (message) => {
      unanswered.delete(sockets.get(partOf(message, "request")));
    },
  };
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener);
  return {
    get most() {
      return most;
    },
    [Symbol.dispose]: () => {
      for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener);
    },
  };
}

function partOf(message: unknown, name: string): unknown {
  return new Map(Object.entries(message ?? {})).get(name);
}

async function waitTurns(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await turn();
}

function transportTo(url: string): HttpTransport {
  return new HttpTransport({ address: parseAddress(url, ["http"]), userAgent: "test" });
}

async function send(transport: HttpTransport): Promise<void> {
  const result = await transport.send({ document: "{ a }", headers: {} }, 10_000, never);
  expect(result).toMatchObject({ kind: "reply", status: 200 });
}

function connectionsTo(
  url: string,
  bounds: Pick<ConnectionsOptions, "most" | "mostNew" | "now">,
): Connections {
  const { origin } = new URL(url);
  return new Connections({
    origin,
    connect: buildConnector({}),
    maxResponseSize: 1_000,
    ...bounds,
  });
}

async function use({ client }: Lent, url: string): Promise<void> {
  const request = { method: "GET", path: "/", origin: new URL(url).origin } as const;
  await client.request(request).then(({ body }) => body.dump());
}

async function lend(connections: Connections): Promise<Lent> {
  const lent = await connections.lend(never);
  if (lent === undefined) throw new Error("no connection was lent");
  return lent;
}
