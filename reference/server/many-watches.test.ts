import { WebSocket } from "ws";
import { expect, it } from "vitest";
import { demoTokens } from "../kinds/demo-identities.ts";
import { connect, versionOf, watch } from "../testing/reference-client.ts";
import { create, events, watchesEnded } from "../testing/service-requests.ts";
import { startReference } from "./start-reference.ts";
import type { ReferenceServer } from "./start-reference.ts";

const query =
  "subscription { watchServices { type resourceVersion object { metadata { name } } } }";

it("delivers every event to 10,000 watches on ten connections, and frees them", async () => {
  await using server = await startReference();
  const before = heapMebibytes();
  const connections = Array.from({ length: 10 }, () => new Crowd(server, 1_000));
  // On each connection, the server replies to the list only after it has opened the preceding subscriptions.
  await Promise.all(connections.map((crowd) => crowd.opened));
  expect(server.openWatches).toBe(10_000);
  const grown = heapMebibytes() - before;
  const version = versionOf(await create(server, "web"));
  const seen = await Promise.all(connections.map((crowd) => crowd.seen));

  expect(seen).toEqual(connections.map(() => ({ count: 1_000, versions: [version] })));
  // Memory limit for client and server together, including garbage, in MiB.
  expect(grown).toBeLessThan(300);
  await Promise.all(connections.map((crowd) => crowd.close()));
  await watchesEnded(server);
});

it("rejects a watch beyond the limit until another one ends", async () => {
  await using server = await startReference({ limits: { openWatches: 2 } });
  const client = connect(server, "reader");
  const first = watch(client, events.typed());
  await using second = watch(client, events.typed());
  const waiting = [first.next(), second.next()];

  await expect(watch(client, events.typed()).next()).rejects.toMatchObject({
    errors: [{ extensions: { code: "RATE_LIMITED", reason: "TooManyWatches" } }],
  });
  await first[Symbol.asyncDispose]();
  await using third = watch(client, events.typed());
  const next = third.next();
  await watch(client, "{ services { resourceVersion } }").next();
  await create(server, "web");
  expect(await next).toHaveProperty("type", "ADDED");
  expect(await waiting[1]).toHaveProperty("type", "ADDED");
  await client.dispose();
});

function heapMebibytes(): number {
  return process.memoryUsage().heapUsed / 1_048_576;
}

class Crowd {
  readonly opened: Promise<void>;
  /** Resolves with the versions of the events when each watch has delivered one. */
  readonly seen: Promise<{ readonly count: number; readonly versions: readonly string[] }>;
  readonly #socket: WebSocket;

  constructor(server: ReferenceServer, size: number) {
    const socket = new WebSocket(server.webSocketUrl, "graphql-transport-ws");
    this.#socket = socket;
    const payload = { Authorization: `Bearer ${demoTokens.reader}` };
    const say = (message: object): void => socket.send(JSON.stringify(message));
    socket.on("open", () => say({ type: "connection_init", payload }));
    socket.once("message", () => {
      for (let id = 0; id < size; id += 1) {
        say({ id: String(id), type: "subscribe", payload: { query } });
      }
      say({
        id: "list",
        type: "subscribe",
        payload: { query: "{ services { resourceVersion } }" },
      });
    });
    this.opened = new Promise((resolve) => {
      socket.on("message", (data: Buffer) => {
        if (data.includes('"id":"list"')) resolve();
      });
    });
    this.seen = new Promise((resolve) => {
      const ids = new Set<string>();
      const versions = new Set<string>();
      socket.on("message", (data: Buffer) => {
        const [, id = "", version = ""] =
          /"id":"(\d+)".*?"resourceVersion":"(\d+)"/.exec(data.toString()) ?? [];
        if (version === "") return;
        ids.add(id);
        versions.add(version);
        if (ids.size === size) resolve({ count: ids.size, versions: [...versions] });
      });
    });
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#socket.once("close", resolve);
      this.#socket.close();
    });
  }
}
