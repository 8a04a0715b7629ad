import { expect, it } from "vitest";
import { unusedUid } from "./unused-uid.ts";

const encoded = (text: string): string => Buffer.from(text).toString("base64");

it.each([
  ["a number", "7", "999999999"],
  ["a UUID", "3f2a1b00-77aa-4c1d-9f21-1b2c3d4e5f60", "0a0a0a00-00aa-0a0a-0a00-0a0a0a0a0a00"],
  ["a number after a word", "vat-12", "vat-999999999"],
  ["a path with a number", "gid://brewery/Vat/4", "gid://brewery/Vat/999999999"],
  ["a number in Base64", encoded("Vat:1"), encoded("Vat:999999999")],
  ["a number in Base64 without padding", "VmF0OjE", "VmF0Ojk5OTk5OTk5OQ"],
  ["letters", "kiln", "kilz"],
])("has the format of a given id: %s", (_, like, expected) => {
  expect(unusedUid(like, (uid) => uid === like)).toBe(expected);
});

it("is never an id that was given", () => {
  const given = new Set(["kiln", "kilz", "vat-7", "vat-999999999"]);

  expect(unusedUid("kiln", (uid) => given.has(uid))).toBe("kily");
  expect(unusedUid("vat-7", (uid) => given.has(uid))).toBe("vat-0");
});
