import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { at, connect, mutate, mutation, versionOf, watch } from "../testing/reference-client.ts";
import { openRaw, watchEvents } from "../testing/raw-event-stream.ts";
import { create, events, listVersion, report, watchesEnded } from "../testing/service-requests.ts";
import { startReference } from "./start-reference.ts";

const list = "{ services { resourceVersion } }";

describe("a stream of server-sent events", () => {
  it("delivers the same events as the socket", async () => {
    await using server = await startReference();
    const query = events.typed(`(resourceVersion: "${await listVersion(server)}")`);
    const client = connect(server, "reader");
    await using socket = watch(client, query);
    await using stream = watchEvents(server, "reader", query);
    const created = await create(server, "web");
    await report(server, created, { observedGeneration: 1 });
    await mutate(server, "author", {
      field: "deleteService",
      input: { namespace: "default", name: "web" },
    });

    for (const type of ["ADDED", "MODIFIED", "DELETED"]) {
      const event = await stream.next();
      expect(event).toHaveProperty("type", type);
      expect(event).toEqual(await socket.next());
    }
    await client.dispose();
  });

  it("starts with the current state on request", async () => {
    await using server = await startReference();
    await create(server, "a");
    await using stream = watchEvents(server, "reader", events.typed("(initialEvents: true)"));

    expect(at(await stream.next(), "object", "metadata", "name")).toBe("a");
    expect(at(await stream.next(), "type")).toBe("BOOKMARK");
    await create(server, "b");
    expect(at(await stream.next(), "object", "metadata", "name")).toBe("b");
  });

  it.each([
    { role: "anonymous", code: "UNAUTHENTICATED" },
    { role: "expired", code: "UNAUTHENTICATED" },
    { role: "stranger", code: "FORBIDDEN" },
  ] as const)("is denied to $role", async ({ role, code }) => {
    await using server = await startReference();

    const next = watchEvents(server, role, events.typed()).next();
    await expect(next).rejects.toHaveProperty("errors.0.extensions.code", code);
    expect(server.openWatches).toBe(0);
  });

  it.each([
    {
      name: "a version that expired",
      query: events.typed('(resourceVersion: "1")'),
      code: "EXPIRED",
    },
    { name: "a foreign version", query: events.typed('(resourceVersion: "x")'), code: "INVALID" },
    { name: "an unknown field", query: "subscription { nothing { type } }", code: "INVALID" },
    { name: "a query that does not parse", query: "subscription {", code: "INVALID" },
  ])("is rejected for $name", async ({ query, code }) => {
    await using server = await startReference();
    await using stream = watchEvents(server, "reader", query);

    await expect(stream.next()).rejects.toHaveProperty("errors.0.extensions.code", code);
    expect(await stream.next()).toBe("completed");
  });

  it("supports queries and mutations under the same rules", async () => {
    await using server = await startReference();

    expect(await watchEvents(server, "reader", list).next()).toHaveProperty("resourceVersion");
    const { query, variables } = mutation("createService", {
      namespace: "default",
      name: "web",
      spec: {},
    });
    const reply = await openRaw(server, { body: JSON.stringify({ query, variables }) });
    expect(await text(reply)).toContain('"code":"FORBIDDEN"');
  });

  it("ends its watch when the reader disconnects", async () => {
    await using server = await startReference();
    const query = events.typed();
    const reply = await openRaw(server, { body: JSON.stringify({ query }) });
    await firstBytes(reply);
    expect(server.openWatches).toBe(1);
    reply.destroy();

    await watchesEnded(server);
  });

  it("ends for a slow reader with a specific error and without a gap", async () => {
    await using server = await startReference({ limits: { queuedEvents: 5 } });
    const version = await listVersion(server);
    const query = events.typed(`(resourceVersion: "${version}")`);
    const slow = await openRaw(server, { body: JSON.stringify({ query }) });
    await using quick = watchEvents(server, "reader", query);
    const annotations = { note: "x".repeat(500_000) };
    const versions = [];
    for (let i = 0; i < 40; i += 1) {
      versions.push(versionOf(await create(server, `web-${i}`, { annotations })));
      expect(at(await quick.next(), "resourceVersion")).toBe(versions.at(-1));
    }
    const results = resultsIn(await text(slow));
    const delivered = results.flatMap((result) => {
      const event = at(result, "data", "watchServices", "resourceVersion");
      return event === undefined ? [] : [event];
    });

    expect(delivered.length).toBeLessThan(40);
    expect(delivered).toEqual(versions.slice(0, delivered.length));
    expect(results.at(-1)).toMatchObject({
      errors: [{ extensions: { code: "RATE_LIMITED", reason: "SlowReader" } }],
    });
    expect(server.openWatches).toBe(1);
  });

  it("is closed when its reader stalls for too long", async () => {
    await using server = await startReference({ limits: { queuedEvents: 1, pingIntervalMs: 50 } });
    const query = events.typed(`(resourceVersion: "${await listVersion(server)}")`);
    const stuck = await openRaw(server, { body: JSON.stringify({ query }) });
    const annotations = { note: "x".repeat(500_000) };
    for (let i = 0; i < 40; i += 1) {
      expect(versionOf(await create(server, `web-${i}`, { annotations }))).not.toBe("");
    }

    await expect(text(stuck)).rejects.toThrow("aborted");
    expect(server.openWatches).toBe(0);
  });
});

async function firstBytes(reply: NodeJS.ReadableStream): Promise<void> {
  await new Promise<void>((resolve) => reply.once("data", () => resolve()));
}

function resultsIn(stream: string): readonly JsonValue[] {
  return stream.split("\n\n").flatMap((message): readonly JsonValue[] => {
    const [, data] = /^event: next\ndata: (.*)$/s.exec(message) ?? [];
    return data === undefined ? [] : [JSON.parse(data)];
  });
}
