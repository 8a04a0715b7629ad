import { WebSocket } from "ws";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { demoTokens } from "../kinds/demo-identities.ts";
import { connect, watch } from "../testing/reference-client.ts";
import { events } from "../testing/service-requests.ts";
import { startReference } from "./start-reference.ts";

describe("a connection", () => {
  it("has a limited number of open operations", async () => {
    await using server = await startReference({ limits: { operationsPerConnection: 2 } });
    const client = connect(server, "reader");
    const open = [watch(client, events.typed()), watch(client, events.typed())];
    const waiting = open.map((stream) => stream.next());
    const excess = watch(client, events.typed()).next();

    await expect(excess).rejects.toHaveProperty("errors.0.extensions", {
      code: "RATE_LIMITED",
      reason: "TooManyOperations",
      retryAfterSeconds: 1,
    });
    await Promise.all(open.map((stream) => stream[Symbol.asyncDispose]()));
    await Promise.all(waiting);
    // As soon as an operation completes, another one can be started.
    expect(await watch(client, "{ services { resourceVersion } }").next()).toHaveProperty(
      "resourceVersion",
    );
    await client.dispose();
  });

  it("uses the credential of the upgrade request if connection_init contains none", async () => {
    await using server = await startReference();
    const headers = { authorization: `Bearer ${demoTokens.reader}` };
    const socket = new WebSocket(server.webSocketUrl, "graphql-transport-ws", { headers });
    const query = "{ services { resourceVersion } }";
    socket.on("open", () => socket.send('{"type":"connection_init"}'));
    const answer = await new Promise<unknown>((resolve) => {
      socket.on("message", (data: Buffer) => {
        const message: unknown = JSON.parse(data.toString());
        if (isJsonObject(message) && message["type"] === "next") resolve(message);
        else socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query } }));
      });
    });

    expect(answer).toHaveProperty("payload.data.services.resourceVersion");
    socket.terminate();
  });

  it.each([
    { name: "no subprotocol", protocol: [], send: "", code: 4406 },
    {
      name: "an invalid message",
      protocol: "graphql-transport-ws",
      send: "nonsense",
      code: 4400,
    },
    {
      name: "a message that is too large",
      protocol: "graphql-transport-ws",
      send: "x".repeat(2_000),
      code: 1009,
    },
    {
      name: "an operation before connection_init",
      protocol: "graphql-transport-ws",
      send: '{"id":"1","type":"subscribe","payload":{"query":"{a}"}}',
      code: 4401,
    },
  ])("is closed for $name with $code", async ({ protocol, send: text, code }) => {
    await using server = await startReference({ limits: { bodyBytes: 1_000 } });
    const socket = new WebSocket(server.webSocketUrl, protocol);
    socket.on("open", () => socket.send(text));
    socket.on("error", () => undefined);

    expect(await new Promise((resolve) => socket.on("close", resolve))).toBe(code);
  });

  it("is rejected on another path", async () => {
    await using server = await startReference();
    const socket = new WebSocket(new URL("/other", server.webSocketUrl), "graphql-transport-ws");

    expect(
      await new Promise((resolve) => socket.on("error", (error) => resolve(error.message))),
    ).toContain("404");
  });
});
