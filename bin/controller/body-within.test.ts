import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { bodyWithin } from "./body-within.ts";

it("gives every byte as it came, also those that are no text", async () => {
  const body = Readable.from([Buffer.from([0x6b, 0xff]), Buffer.from([0x00, 0xfe])]);

  expect(await bodyWithin(body, 4)).toEqual(Buffer.from([0x6b, 0xff, 0x00, 0xfe]));
});

it("reads no more of one that is too large", async () => {
  let chunks = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) {
      chunks += 1;
      yield await Promise.resolve(Buffer.alloc(10));
    }
  }

  await expect(bodyWithin(endless(), 25)).rejects.toThrow("the body has more than 25 bytes");
  expect(chunks).toBe(3);
});
