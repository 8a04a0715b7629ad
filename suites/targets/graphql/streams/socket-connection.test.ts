import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { SocketConnection } from "./socket-connection.ts";
import type { StreamEnd } from "./stream-end.ts";

interface Opened {
  readonly payloads: unknown[];
  readonly ends: StreamEnd[];
}

/** Answers each subscription with the messages given for its document, all in one packet. */
function answer(replies: Readonly<Record<string, readonly object[]>>, socket: WebSocket): void {
  socket.on("message", (data: Buffer) => {
    const message: { type: string; id?: string; payload?: { query: string } } = JSON.parse(
      data.toString(),
    );
    if (message.type === "connection_init") socket.send(JSON.stringify({ type: "connection_ack" }));
    for (const reply of replies[message.payload?.query ?? ""] ?? []) {
      socket.send(JSON.stringify({ id: message.id, ...reply }));
    }
  });
}

function open(connection: SocketConnection, document: string): Opened & { ended: Promise<void> } {
  const opened: Opened = { payloads: [], ends: [] };
  const stream = connection.open(
    { document, variables: {} },
    {
      next: (payload) => {
        opened.payloads.push(payload);
        stream.close();
      },
      ended: (end) => opened.ends.push(end),
    },
  );
  return { ...opened, ended: stream.ended };
}

describe("a connection that streams share", () => {
  it("survives a stream that the client ends in the packet in which the server ends it", async () => {
    const server = new WebSocketServer({
      port: 0,
      host: "127.0.0.1",
      handleProtocols: () => "graphql-transport-ws",
    });
    await new Promise((resolve) => {
      server.once("listening", resolve);
    });
    const refusal = { type: "next", payload: { errors: [{ message: "no" }] } };
    const replies = { bad: [refusal, { type: "complete" }], good: [refusal] };
    server.on("connection", (socket) => answer(replies, socket));
    const address = server.address();
    const port = isAddress(address) ? address.port : 0;
    const connection = new SocketConnection({
      url: new URL(`ws://127.0.0.1:${port}`),
      headers: {},
      openMs: 5_000,
      maximumMessageBytes: 1_000_000,
    });

    for (let round = 0; round < 5; round += 1) {
      const bad = open(connection, "bad");
      await bad.ended;
      const good = open(connection, "good");
      await good.ended;

      expect(good).toMatchObject({ payloads: [refusal.payload], ends: [{ kind: "closed" }] });
      expect(connection.isUsable).toBe(true);
    }
    await connection[Symbol.asyncDispose]();
    server.close();
  });
});

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
