import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { errors } from "undici";
import type { Dispatcher } from "undici";
import { expect, it } from "vitest";
import { Reception } from "./reception.ts";

const controller: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  rawHeaders: null,
  rawTrailers: null,
  abort: () => {},
  pause: () => {},
  resume: () => {},
};

const body = Buffer.from('{"data":{}}');

function received(bytes: Buffer, coding: string): Reception["reply"] {
  const reception = new Reception(1_000);
  reception.onResponseStart(controller, 200, { "content-encoding": coding });
  reception.onResponseData(controller, bytes.subarray(0, 3));
  reception.onResponseData(controller, bytes.subarray(3));
  reception.onResponseEnd();
  return reception.reply;
}

it.each([
  { coding: "gzip", bytes: gzipSync(body) },
  { coding: "x-gzip", bytes: gzipSync(body) },
  { coding: "deflate", bytes: deflateSync(body) },
  { coding: "BR", bytes: brotliCompressSync(body) },
  { coding: "identity", bytes: body },
])("decodes a response in the coding $coding, which no request asks for", async (sent) => {
  expect(await received(sent.bytes, sent.coding)).toMatchObject({ text: body.toString() });
});

it("reads a response whose coding is misstated as it is", async () => {
  expect(await received(body, "gzip")).toMatchObject({ text: body.toString() });
});

it("limits the length of a decoded response", async () => {
  const bomb = gzipSync(Buffer.alloc(1_001));
  await expect(received(bomb, "gzip")).rejects.toBeInstanceOf(errors.ResponseExceededMaxSizeError);
});
