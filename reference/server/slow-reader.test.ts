import { WebSocket } from "ws";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { demoTokens } from "../kinds/demo-identities.ts";
import { at, connect, versionOf, watch } from "../testing/reference-client.ts";
import { create, events, listVersion } from "../testing/service-requests.ts";
import { startReference } from "./start-reference.ts";
import type { ReferenceServer } from "./start-reference.ts";

describe("a reader that is too slow", () => {
  it("is ended with a specific error and without a gap, while others get all events", async () => {
    await using server = await startReference({ limits: { queuedEvents: 10 } });
    const version = await listVersion(server);
    const slow = new SlowReader(server, events.typed(`(resourceVersion: "${version}")`));
    await slow.opened;
    const client = connect(server, "reader");
    await using quick = watch(client, events.typed(`(resourceVersion: "${version}")`));
    const annotations = { note: "x".repeat(500_000) };
    const versions = [];
    // The events do not fit into the buffers of the client and of the server's socket, so the server's queue fills up.
    for (let i = 0; i < 60; i += 1) {
      versions.push(versionOf(await create(server, `web-${i}`, { annotations })));
      expect(at(await quick.next(), "resourceVersion")).toBe(versions.at(-1));
    }
    const { delivered, end } = await slow.readAll();

    expect(delivered.length).toBeLessThan(60);
    expect(delivered).toEqual(versions.slice(0, delivered.length));
    expect(end).toMatchObject({
      type: "error",
      payload: [{ extensions: { code: "RATE_LIMITED", reason: "SlowReader" } }],
    });
    await client.dispose();
  });
});

/** A watch whose socket is read only on request. */
class SlowReader {
  /** Resolves when the subscription has been sent and reading has stopped. */
  readonly opened: Promise<void>;
  readonly #socket: WebSocket;
  readonly #messages: JsonValue[] = [];

  constructor(server: ReferenceServer, query: string) {
    const socket = new WebSocket(server.webSocketUrl, "graphql-transport-ws");
    this.#socket = socket;
    const payload = { Authorization: `Bearer ${demoTokens.reader}` };
    socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init", payload })));
    this.opened = new Promise((resolve) => {
      socket.on("message", (data: Buffer) => {
        const message: JsonValue = JSON.parse(data.toString());
        if (at(message, "type") !== "connection_ack") return this.#messages.push(message);
        socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query } }));
        socket.pause();
        return resolve();
      });
    });
  }

  async readAll(): Promise<{ delivered: readonly unknown[]; end: JsonValue | undefined }> {
    const isOver = (): boolean => at(this.#messages.at(-1), "type") === "error";
    this.#socket.resume();
    await new Promise<void>((resolve) => {
      this.#socket.on("message", () => isOver() && resolve());
    });
    this.#socket.terminate();
    const next = this.#messages.filter((message) => at(message, "type") === "next");
    return {
      delivered: next.map((message) =>
        at(message, "payload", "data", "watchServices", "resourceVersion"),
      ),
      end: this.#messages.at(-1),
    };
  }
}
