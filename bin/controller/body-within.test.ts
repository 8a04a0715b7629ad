import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { bodyWithin } from "./body-within.ts";

it("gives a body whose letters are cut anywhere", async () => {
  const [first, ...rest] = Buffer.from("äbc");
  const body = Readable.from([Buffer.from([first ?? 0]), Buffer.from(rest)]);

  expect(await bodyWithin(body, 4)).toBe("äbc");
});

it("reads no more of one that is too large", async () => {
  let chunks = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) {
      chunks += 1;
      yield await Promise.resolve(Buffer.alloc(10));
    }
  }

  await expect(bodyWithin(endless(), 25)).rejects.toThrow("a body of more than 25 bytes");
  expect(chunks).toBe(3);
});
