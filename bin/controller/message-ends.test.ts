import { describe, expect, it } from "vitest";
import { EndableStream, messageEndIn } from "./message-ends.ts";

const types = {
  json: "application/json; charset=utf-8",
  sse: "text/event-stream",
  protobuf: "application/vnd.kubernetes.protobuf;stream=watch",
} as const;

describe("the end of the last whole message", () => {
  it.each([
    ["json", '{"n":1}\n{"n":', 8],
    ["json", '{"n":1}\n', 8],
    ["json", '{"n":1}', 0],
    ["sse", "event: next\ndata: 1\n\ndata:", 21],
    ["sse", "data: 1\r\n\r\n", 11],
    ["sse", "event: next\n", 0],
    ["protobuf", "\0\0\0\u0002ab\0\0\0\u0001", 6],
    ["protobuf", "\0\0\0\u0002ab\0\0\0\u0001c", 11],
    ["protobuf", "\0\0", 0],
  ] as const)("in %s is found", (type, text, end) => {
    expect(messageEndIn(types[type])?.(Buffer.from(text))).toBe(end);
  });

  it("is unknown for other content types", () => {
    expect(messageEndIn("text/plain")).toBeUndefined();
  });
});

function linesEnd(bytes: Buffer): number {
  return bytes.lastIndexOf(0x0a) + 1;
}

async function passed(chunks: readonly string[], endAfter: number): Promise<string> {
  const endable = new EndableStream(linesEnd);
  for (const [place, chunk] of chunks.entries()) {
    endable.stream.write(chunk);
    if (place === endAfter) endable.end(Buffer.from("last"));
  }
  return Buffer.concat(await endable.stream.toArray()).toString();
}

describe("an endable stream", () => {
  it.each([
    ["at once, between two messages", ["a\n", "b\n"], 0, "a\nlast"],
    ["after the message that has started", ["a\nb", "b\nc\n", "d\n"], 0, "a\nbb\nc\nlast"],
    ["after a message in many parts", ["a", "a", "a\nb"], 0, "aaa\nlast"],
  ] as const)("ends %s", async (_, chunks, endAfter, expected) => {
    expect(await passed(chunks, endAfter)).toBe(expected);
  });
});
