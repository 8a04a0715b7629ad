import { describe, expect, it } from "vitest";
import { socketOpening } from "./socket-opening.ts";

const head = Buffer.from("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n");

function frame(length: number): Buffer {
  const sizes = length < 126 ? [length] : [126, Math.floor(length / 256), length % 256];
  return Buffer.from([0x81, ...sizes, ...Buffer.alloc(length, "x")]);
}

function openingOf(chunks: readonly Buffer[]): number {
  const opening = socketOpening();
  return chunks.reduce((sum, chunk) => sum + opening(chunk), 0);
}

describe("the opening of a WebSocket", () => {
  it.each([2, 125, 126, 300])("is the head and the first frame, of %i bytes", (length) => {
    const first = frame(length);
    const bytes = Buffer.concat([head, first, frame(5)]);
    const expected = head.length + first.length;

    expect(openingOf([bytes])).toBe(expected);
    expect(openingOf([...bytes].map((byte) => Buffer.from([byte])))).toBe(expected);
    expect(openingOf([head, first, frame(5)])).toBe(expected);
  });

  it("is the whole response if the connection is refused", () => {
    const refused = Buffer.from("HTTP/1.1 403 Forbidden\r\n\r\nno");

    expect(openingOf([refused])).toBe(refused.length);
  });

  it("ends with the head if the first frame is larger than an acknowledgement", () => {
    const first = Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0, 1]);

    expect(openingOf([Buffer.concat([head, first])])).toBe(head.length);
  });
});
