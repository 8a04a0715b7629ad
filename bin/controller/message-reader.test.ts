import { describe, expect, it } from "vitest";
import { linesReader, socketReader, socketUnits } from "./message-reader.ts";
import type { MessageReader } from "./message-reader.ts";

function inChunks(reader: MessageReader, bytes: Buffer, size: number): readonly unknown[] {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
    bytes.subarray(place * size, (place + 1) * size),
  );
  return chunks.flatMap((chunk) => reader.read(chunk));
}

function frame(first: number, payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload]);
  const head = length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head.writeUInt8(first, 0);
  if (length < 65_536) {
    head.writeUInt8(126, 1);
    head.writeUInt16BE(length, 2);
  } else {
    head.writeUInt8(127, 1);
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

const sizes = [1, 7, 4096, 1_000_000];

describe("a reader of lines", () => {
  it.each(sizes)("reads watches and server-sent events in chunks of %i bytes", (size) => {
    const text = `{"type":"ADDED","name":"Grüße"}\n\nevent: next\ndata: {"n":2}\nnot json\n{"cut":`;

    expect(inChunks(linesReader(), Buffer.from(text), size)).toEqual([
      { type: "ADDED", name: "Grüße" },
      { n: 2 },
    ]);
  });

  it("stops at a message that is too large", () => {
    const reader = linesReader();

    expect(reader.read(Buffer.alloc(5 * 1024 * 1024, 0x20))).toEqual([]);
    expect(reader.read(Buffer.from(`\n{"n":1}\n`))).toEqual([]);
  });
});

describe("a reader of a WebSocket", () => {
  const opening = Buffer.from("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n");
  const large = { text: "x".repeat(70_000) };
  const bytes = Buffer.concat([
    opening,
    frame(0x81, Buffer.from(`{"type":"connection_ack"}`)),
    // A message in two frames, with a ping between them.
    frame(0x01, Buffer.from(`{"n":`)),
    frame(0x89, Buffer.from("ping")),
    frame(0x80, Buffer.from("2}")),
    // A compressed message, which is skipped.
    frame(0xc1, Buffer.from([1, 2, 3])),
    frame(0x81, Buffer.from(JSON.stringify({ text: "y".repeat(300) }))),
    frame(0x81, Buffer.from(JSON.stringify(large))),
  ]);

  it.each(sizes)("reads text frames in chunks of %i bytes", (size) => {
    expect(inChunks(socketReader(), bytes, size)).toEqual([
      { type: "connection_ack" },
      { n: 2 },
      { text: "y".repeat(300) },
      large,
    ]);
  });
});

function message(id: number): Buffer {
  return frame(0x81, Buffer.from(JSON.stringify({ id })));
}

describe("units of a socket", () => {
  const opening = Buffer.from("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  it.each(sizes)("are the input in chunks of %i bytes, and contain whole messages", (size) => {
    const part = frame(0x01, Buffer.from('{"id"'));
    const rest = frame(0x80, Buffer.from(":9}"));
    const bytes = Buffer.concat([
      opening,
      message(1),
      frame(0x89, Buffer.alloc(0)),
      part,
      rest,
      message(2),
    ]);
    const units = socketUnits();
    const all = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
      units(bytes.subarray(place * size, (place + 1) * size)),
    ).flat();

    expect(Buffer.concat(all.map((unit) => unit.bytes))).toEqual(bytes);
    expect(all.map((unit) => unit.message()).filter((read) => read !== undefined)).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  it("are forwarded as they arrive after a frame that is too large", () => {
    const units = socketUnits();
    units(opening);
    const large = frame(0x81, Buffer.alloc(5 * 1024 * 1024, "x"));
    const sent = [
      ...units(large.subarray(0, -1)),
      ...units(large.subarray(-1)),
      ...units(message(1)),
    ];

    const forwarded = Buffer.concat(sent.map((unit) => unit.bytes));
    expect(forwarded.equals(Buffer.concat([large, message(1)]))).toBe(true);
  });
});
