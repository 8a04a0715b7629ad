import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
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

/** Responds to each subscription with the messages for its document, all in one packet. */
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

describe("a connection that the server refuses", () => {
  it("ends its streams with the refusal of the older protocol, which mercurius sends in both", async () => {
    const { server, connection } = await connect((socket) => {
      socket.once("message", () => {
        const refusal = { type: "connection_error", payload: { message: "Forbidden" } };
        socket.send(JSON.stringify(refusal), () => socket.close());
      });
    });

    const refused = open(connection, "any");
    await refused.ended;

    expect(refused.ends).toEqual([
      {
        kind: "lost",
        closeCode: 4403,
        closeReason: "Forbidden",
        detail: "the server rejected the connection: Forbidden",
      },
    ]);
    server.close();
  });
});

describe("a connection that streams share", () => {
  it("survives a stream that the client ends in the packet in which the server ends it", async () => {
    const refusal = { type: "next", payload: { errors: [{ message: "no" }] } };
    const replies = { bad: [refusal, { type: "complete" }], good: [refusal] };
    const { server, connection } = await connect((socket) => answer(replies, socket));

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

  it("waits once for its socket if many streams close it", async () => {
    const { server, connection } = await connect((socket) => answer({}, socket));
    open(connection, "silent");
    await setImmediate();
    const warnings: Error[] = [];
    const note = (warning: Error): void => {
      if (warning.name === "MaxListenersExceededWarning") warnings.push(warning);
    };
    process.on("warning", note);
    await Promise.all(Array.from({ length: 12 }, () => connection[Symbol.asyncDispose]()));
    await setImmediate();
    process.off("warning", note);

    expect(warnings).toEqual([]);
    expect(connection.isUsable).toBe(false);
    server.close();
  });

  it("answers no more pings than the server accepts", async () => {
    const payload = { text: "p".repeat(2_000) };
    const pings = 20_000;
    let pongs = 0;
    const { server, connection } = await connect(async (socket) => {
      answer({}, socket);
      socket.on("message", (data: Buffer) => {
        if (data.toString() === JSON.stringify({ type: "pong", payload })) pongs += 1;
        if (data.toString() === '{"type":"pong"}') socket.close(4_000, "answered");
      });
      await once(socket, "message");
      socket.pause();
      const ping = JSON.stringify({ type: "ping", payload });
      for (let count = 1; count < pings; count += 1) socket.send(ping);
      await new Promise((resolve) => {
        socket.send(ping, resolve);
      });
      socket.resume();
      const more = setInterval(() => socket.send('{"type":"ping"}'), 20);
      socket.once("close", () => clearInterval(more));
    });
    const stream = open(connection, "silent");
    await stream.ended;

    // Pings were answered again after the server had read the pending data.
    expect(stream.ends).toMatchObject([{ kind: "lost", closeCode: 4_000 }]);
    expect(pongs).toBeGreaterThan(0);
    expect(pongs).toBeLessThan(pings / 2);
    await connection[Symbol.asyncDispose]();
    server.close();
  });
});

async function connect(
  connected: (socket: WebSocket) => void | Promise<void>,
): Promise<{ readonly server: WebSocketServer; readonly connection: SocketConnection }> {
  const server = new WebSocketServer({
    port: 0,
    host: "127.0.0.1",
    handleProtocols: () => "graphql-transport-ws",
  });
  await once(server, "listening");
  server.on("connection", (socket) => void connected(socket));
  const address = server.address();
  const port = isAddress(address) ? address.port : 0;
  const connection = new SocketConnection({
    url: new URL(`ws://127.0.0.1:${port}`),
    headers: {},
    openMs: 5_000,
    maximumMessageBytes: 1_000_000,
  });
  return { server, connection };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
