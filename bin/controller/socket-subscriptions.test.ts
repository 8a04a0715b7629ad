import { describe, expect, it } from "vitest";
import { socketUnits } from "./message-reader.ts";
import { OpeningGate } from "./opening-gate.ts";
import { SocketSubscriptions } from "./socket-subscriptions.ts";

const opening = "HTTP/1.1 101 Switching Protocols\r\n\r\n";

function frame(message: object, mask?: Buffer): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  const bit = mask === undefined ? 0 : 0x80;
  const head = Buffer.from([0x81, bit | 126, payload.length >> 8, payload.length & 0xff]);
  if (mask === undefined) return Buffer.concat([head, payload]);
  const masked = payload.map((byte, place) => byte ^ (mask[place % mask.length] ?? 0));
  return Buffer.concat([head, mask, masked]);
}

const mask = Buffer.from([1, 2, 3, 4]);

function messagesOf(from: "client" | "server", chunks: readonly Buffer[]): readonly unknown[] {
  return socketUnits(from)(Buffer.concat(chunks)).flatMap((unit) => unit.message() ?? []);
}

interface Socket {
  readonly subscriptions: SocketSubscriptions;
  readonly toClient: () => readonly unknown[];
  readonly toServer: () => readonly unknown[];
}

function open(gate?: OpeningGate): Socket {
  const subscriptions = new SocketSubscriptions(gate);
  const [toClient, toServer]: [Buffer[], Buffer[]] = [[], []];
  subscriptions.ofServer.on("data", (chunk: Buffer) => toClient.push(chunk));
  subscriptions.ofClient.on("data", (chunk: Buffer) => toServer.push(chunk));
  subscriptions.ofServer.write(opening);
  return {
    subscriptions,
    toClient: () => messagesOf("server", toClient),
    toServer: () => messagesOf("client", toServer),
  };
}

const query = "subscription { changes }";

describe("the subscriptions of a WebSocket", () => {
  it.each([
    ["subscribe", "complete"],
    ["start", "stop"],
  ])("that a client opens with %s are completed at both ends", (type, stop) => {
    const { subscriptions, toClient, toServer } = open();
    const started = { id: "1", type, payload: { query } };
    subscriptions.ofClient.write(frame(started, mask));
    subscriptions.ofServer.write(frame({ id: "1", type: "next", payload: 1 }));

    expect(subscriptions.complete()).toBe(true);
    subscriptions.ofServer.write(frame({ id: "1", type: "next", payload: 2 }));
    subscriptions.ofServer.write(frame({ id: "1", type: "complete" }));

    expect(toClient()).toEqual([
      { id: "1", type: "next", payload: 1 },
      { id: "1", type: "complete" },
    ]);
    expect(toServer()).toEqual([started, { id: "1", type: stop }]);
  });

  it("may use the id of a completed one again", () => {
    const { subscriptions, toClient } = open();
    const started = { id: "1", type: "subscribe", payload: { query } };
    subscriptions.ofClient.write(frame(started, mask));
    subscriptions.complete();
    subscriptions.ofClient.write(frame(started, mask));
    subscriptions.ofServer.write(frame({ id: "1", type: "next", payload: 3 }));

    expect(toClient()).toEqual([
      { id: "1", type: "complete" },
      { id: "1", type: "next", payload: 3 },
    ]);
  });

  it("end without other operations, and not again if they have ended", () => {
    const { subscriptions, toClient } = open();
    const mutation = { query: "mutation { write }" };
    subscriptions.ofClient.write(frame({ id: "1", type: "subscribe", payload: mutation }, mask));
    subscriptions.ofClient.write(frame({ id: "2", type: "subscribe", payload: { query } }, mask));
    subscriptions.ofServer.write(frame({ id: "2", type: "complete" }));
    subscriptions.complete();

    expect(toClient()).toEqual([{ id: "2", type: "complete" }]);
  });

  it("are unknown if the client compresses its messages", () => {
    const { subscriptions } = open();
    subscriptions.ofClient.write(Buffer.from([0xc1, 0x80, 1, 2, 3, 4]));

    expect(subscriptions.complete()).toBe(false);
  });
});

it("delays new subscriptions and all later messages, but not earlier ones", async () => {
  const gate = new OpeningGate();
  const { subscriptions, toServer } = open(gate);
  const read = { id: "1", type: "subscribe", payload: { query: "{ buckets { name } }" } };
  const watch = { id: "2", type: "subscribe", payload: { query: "subscription { watch }" } };
  const held = gate.hold();
  for (const message of [read, watch, { type: "ping" }]) {
    subscriptions.ofClient.write(frame(message, mask));
  }
  await expect.poll(() => held.waiting).toBe(1);

  expect(toServer()).toEqual([read]);

  held[Symbol.dispose]();
  await expect.poll(toServer).toEqual([read, watch, { type: "ping" }]);
});

it("notes when a subscription is opened, and who ends it", () => {
  const noted: string[] = [];
  const subscriptions = new SocketSubscriptions(undefined, (state, payload, by) => {
    noted.push([state, JSON.stringify(payload), ...(by === undefined ? [] : [by])].join(" "));
  });
  const { ofClient, ofServer } = subscriptions;
  ofServer.write(opening);
  const start = (id: string, text = query): void =>
    void ofClient.write(frame({ id, type: "subscribe", payload: { query: text } }, mask));
  const payload = JSON.stringify({ query });

  start("0", "{ objects }");
  start("1");
  ofClient.write(frame({ id: "1", type: "complete" }, mask));
  start("2");
  ofServer.write(frame({ id: "2", type: "error", payload: [] }));
  start("3");
  subscriptions.complete();
  start("4");
  subscriptions.closed("endpoint");
  subscriptions.closed("controller");

  expect(noted).toEqual(
    ["controller", "endpoint", "run", "endpoint"].flatMap((by) => [
      `opened ${payload}`,
      `ended ${payload} ${by}`,
    ]),
  );
});
