import { PassThrough } from "node:stream";
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodedBody, decodedStream, isUncoded } from "./content-coding.ts";

const text = Buffer.from('{"data":{}}');
const in1000 = (body: Buffer, coding: string): Buffer | undefined =>
  decodedBody(body, { "content-encoding": coding }, 1_000);

describe("the body of a response", () => {
  it.each([
    { coding: "gzip", body: gzipSync(text) },
    { coding: "x-gzip", body: gzipSync(text) },
    { coding: "deflate", body: deflateSync(text) },
    { coding: "BR", body: brotliCompressSync(text) },
    { coding: "gzip, br", body: brotliCompressSync(gzipSync(text)) },
    { coding: "identity", body: text },
    { coding: "", body: text },
  ])("is decoded: $coding", ({ coding, body }) => {
    expect(in1000(body, coding)?.toString()).toBe(text.toString());
  });

  it("is not decoded if its coding is unknown or misstated", () => {
    expect(in1000(text, "compress")).toBeUndefined();
    expect(in1000(text, "gzip")).toBeUndefined();
    expect(in1000(Buffer.alloc(0), "gzip")).toHaveLength(0);
  });

  it("has a limit", () => {
    expect(() => in1000(gzipSync(Buffer.alloc(1_001)), "gzip")).toThrow(RangeError);
  });

  it("has no coding if the header states none", () => {
    expect(
      ["", "identity", "none"].every((coding) => isUncoded({ "content-encoding": coding })),
    ).toBe(true);
    expect(isUncoded({})).toBe(true);
    expect(isUncoded({ "content-encoding": "gzip" })).toBe(false);
  });
});

describe("a stream", () => {
  it("is decoded while it arrives", async () => {
    const server = createGzip({ flush: constants.Z_SYNC_FLUSH });
    const body = server.pipe(new PassThrough());
    const events = decodedStream({ headers: { "content-encoding": "gzip" }, body });
    const received: string[] = [];
    server.write("first");
    for await (const bytes of events) {
      received.push(String(bytes));
      if (received.length === 1) server.end("second");
    }

    expect(received).toEqual(["first", "second"]);
  });

  it("passes on that its connection broke, and that its coding is misstated", async () => {
    const broken = new PassThrough();
    const events = decodedStream({ headers: { "content-encoding": "gzip" }, body: broken });
    broken.destroy(new Error("reset"));
    await expect(events.toArray()).rejects.toThrow("reset");

    const plain = new PassThrough();
    plain.end("event");
    const misread = decodedStream({ headers: { "content-encoding": "br" }, body: plain });
    await expect(misread.toArray()).rejects.toThrow("Decompression failed");
  });

  it("is unchanged without a coding", () => {
    const body = new PassThrough();
    expect(decodedStream({ headers: {}, body })).toBe(body);
  });
});
