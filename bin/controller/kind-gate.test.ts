import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { KindGate } from "./kind-gate.ts";

function frame(content: object): Buffer {
  const payload = Buffer.from(JSON.stringify(content));
  return Buffer.concat([Buffer.from([0x81, payload.length]), payload]);
}

const gate = (): KindGate =>
  new KindGate((message, kind) => isJsonObject(message) && message["kind"] === kind);

it("holds the messages of a socket that are about one kind, and keeps their order", async () => {
  const kinds = gate();
  const stream = kinds.socketStream();
  const seen: string[] = [];
  stream.on("data", (bytes: Buffer) => seen.push(/"[ab]\d"/u.exec(bytes.toString())?.[0] ?? ""));
  stream.write(Buffer.from("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
  const held = kinds.hold("A");
  const again = kinds.hold("A");
  for (const [kind, id] of [
    ["A", "a1"],
    ["B", "b1"],
    ["A", "a2"],
    ["B", "b2"],
  ] as const) {
    stream.write(frame({ kind, id }));
  }
  await turn();
  expect(seen).toEqual(["", '"b1"', '"b2"']);

  held[Symbol.dispose]();
  held[Symbol.dispose]();
  stream.write(frame({ kind: "A", id: "a3" }));
  await turn();
  expect(seen).toHaveLength(3);

  again[Symbol.dispose]();
  stream.write(frame({ kind: "A", id: "a4" }));
  await turn();
  expect(seen.slice(3)).toEqual(['"a1"', '"a2"', '"a3"', '"a4"']);
});

it("holds a stream that is about one kind as a whole", async () => {
  const kinds = gate();
  const stream = kinds.stream((kind) => kind === "A");
  const seen: string[] = [];
  stream.on("data", (bytes: Buffer) => seen.push(bytes.toString()));
  const other = kinds.hold("B");
  const held = kinds.hold("A");
  stream.write("one");
  stream.write("two");
  await turn();
  expect(seen).toEqual([]);

  held[Symbol.dispose]();
  await expect.poll(() => seen).toEqual(["one", "two"]);
  other[Symbol.dispose]();
});
