import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { heldBody } from "./held-body.ts";

const chunks = [Buffer.from("one "), Buffer.from("two "), Buffer.from("three")];

it("shows the whole body before it forwards any of it", async () => {
  const seen: string[] = [];
  const held = Readable.from(chunks).pipe(
    heldBody((body) => {
      seen.push(body.toString());
      return Promise.resolve();
    }, 100),
  );
  held.once("data", () => seen.push("forwarded"));

  expect((await buffer(held)).toString()).toBe("one two three");
  expect(seen).toEqual(["one two three", "forwarded"]);
});

it("forwards a longer body without showing it", async () => {
  const held = heldBody(() => Promise.reject(new Error("shown")), 5);

  expect((await buffer(Readable.from(chunks).pipe(held))).toString()).toBe("one two three");
});
