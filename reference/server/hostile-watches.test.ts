import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import {
  assert,
  asyncProperty,
  constantFrom,
  integer,
  json,
  oneof,
  record,
  string,
  uint8Array,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { WebSocket } from "ws";
import { describe, expect, it } from "vitest";
import { demoTokens } from "../kinds/demo-identities.ts";
import { at, connect, versionOf, watch } from "../testing/reference-client.ts";
import { openRaw } from "../testing/raw-event-stream.ts";
import type { RawRequest } from "../testing/raw-event-stream.ts";
import { create, events, listVersion, watchesEnded } from "../testing/service-requests.ts";
import { startReference } from "./start-reference.ts";
import type { ReferenceServer } from "./start-reference.ts";

const limits = { bodyBytes: 10_000, operationsPerConnection: 20, connectionInitTimeoutMs: 200 };
const query = events.typed();

/** Messages that follow the protocol in part or not at all. */
const message = oneof(
  string(),
  json(),
  uint8Array({ maxLength: 50 }),
  record({
    id: oneof(string({ maxLength: 3 }), integer(), constantFrom("__proto__", "constructor")),
    type: constantFrom("subscribe", "complete", "next", "error", "ping", "pong", "connection_init"),
    payload: oneof(
      json(),
      record({ query: oneof(string(), constantFrom(query, "{ services { resourceVersion } }")) }),
      record({ query: constantFrom(query), variables: json(), operationName: string() }),
    ),
  }).map((value) => JSON.stringify(value)),
);

describe("garbage on the socket", () => {
  it("closes its connection or gets a response, without affecting other clients", async () => {
    await using server = await startReference({ limits });
    const client = connect(server, "reader");
    await using other = watch(
      client,
      events.typed(`(resourceVersion: "${await listVersion(server)}")`),
    );
    let count = 0;
    await assert(
      asyncProperty(messages(), async (garbage) => {
        await send(server, garbage);
        const created = await create(server, `web-${(count += 1)}`);
        expect(at(await other.next(), "resourceVersion")).toBe(versionOf(created));
      }),
      { numRuns: 60 },
    );
    await other[Symbol.asyncDispose]();
    await client.dispose();
    await watchesEnded(server);
  });

  it("does not keep the server waiting", async () => {
    await using server = await startReference({ limits });
    const socket = new WebSocket(server.webSocketUrl, "graphql-transport-ws");

    // The server closes the connection at the time limit for `connection_init`.
    expect(await new Promise((resolve) => socket.on("close", resolve))).toBe(4408);
  });

  it("cannot use one id twice", async () => {
    await using server = await startReference({ limits });
    const subscribe = JSON.stringify({ id: "1", type: "subscribe", payload: { query } });

    expect(await send(server, [subscribe, subscribe])).toBe(4409);
    await watchesEnded(server);
  });
});

describe("garbage on an event stream", () => {
  const body = JSON.stringify({ query });

  it.each<RawRequest & { name: string; status: number }>([
    { name: "no body", body: "", status: 400 },
    { name: "a body that is not JSON", body: "{", status: 400 },
    { name: "a body that is not an object", body: "[1]", status: 400 },
    { name: "no query", body: "{}", status: 400 },
    { name: "a query that is not a string", body: '{"query":{"a":1}}', status: 400 },
    { name: "invalid variables", body: '{"query":"{a}","variables":[1]}', status: 400 },
    { name: "too large a body", body: `{"query":"${"x".repeat(20_000)}"}`, status: 413 },
    { name: "another content type", body, headers: { "content-type": "text/plain" }, status: 415 },
    {
      name: "an unsupported media type",
      body,
      headers: { accept: "application/json" },
      status: 406,
    },
    { name: "no media type", body, headers: { accept: "" }, status: 406 },
    { name: "a method that prepares a shared stream", method: "PUT", status: 415 },
    { name: "an unsupported method", method: "DELETE", status: 415 },
    { name: "a request by GET without a query", method: "GET", status: 400 },
    {
      name: "variables in a URL that are not JSON",
      method: "GET",
      path: "?query={a}&variables={",
      status: 400,
    },
    {
      name: "a mutation by GET",
      method: "GET",
      path: `?query=${encodeURIComponent('mutation { deleteService(input: {namespace: "a", name: "b"}) { kind } }')}`,
      status: 405,
    },
  ])("is rejected with a code: $name", async ({ status, ...request }) => {
    await using server = await startReference({ limits });
    const reply = await openRaw(server, request);

    expect(reply.statusCode).toBe(status);
    expect(JSON.parse(await text(reply))).toMatchObject({
      errors: [{ message: expect.stringMatching(/./), extensions: { code: "INVALID" } }],
    });
    expect(server.openWatches).toBe(0);
  });

  it("gets a response and leaves no state behind", async () => {
    await using server = await startReference({ limits });
    const request = record({
      body: oneof(
        string(),
        json(),
        record({ query: string(), variables: json() }).map((value) => JSON.stringify(value)),
      ),
      path: oneof(
        constantFrom("", "?token=x"),
        string().map((value) => `?${encodeURIComponent(value)}`),
      ),
      method: constantFrom("POST", "PUT", "DELETE", "PATCH"),
    });
    await assert(
      asyncProperty(request, async (sent) => {
        const reply = await openRaw(server, {
          ...sent,
          headers: { "x-graphql-event-stream-token": "x" },
        });
        expect([200, 400, 413, 415]).toContain(reply.statusCode);
        expect(await text(reply)).toContain('"code":"INVALID"');
      }),
      { numRuns: 60 },
    );
    expect(server.openWatches).toBe(0);
  });

  it("may end in the middle", async () => {
    await using server = await startReference({ limits });
    const { port, hostname, pathname } = new URL(server.eventStreamUrl);
    const socket = createConnection(Number(port), hostname);
    const head = [`POST ${pathname} HTTP/1.1`, "host: x", "accept: text/event-stream"];
    socket.end(
      [...head, "content-length: 100", "content-type: application/json", "", "{"].join("\r\n"),
    );
    socket.resume();
    await new Promise((resolve) => socket.on("close", resolve));

    expect(await listVersion(server)).toMatch(/^\d+$/);
  });
});

function messages(): Arbitrary<readonly (string | Uint8Array)[]> {
  return oneof(
    message.map((one) => [one]),
    message.chain((one) => message.map((two) => [one, two, one])),
  );
}

function send(server: ReferenceServer, garbage: readonly (string | Uint8Array)[]): Promise<number> {
  const socket = new WebSocket(server.webSocketUrl, "graphql-transport-ws");
  const payload = { Authorization: `Bearer ${demoTokens.reader}` };
  socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init", payload })));
  socket.once("message", () => {
    for (const one of garbage) socket.send(one);
    socket.close(1000);
  });
  return new Promise((resolve, reject) => {
    socket.on("close", resolve);
    socket.on("error", reject);
  });
}
