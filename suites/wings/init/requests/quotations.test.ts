import { expect, it } from "vitest";
import { quotationsIn, withoutQuotations } from "./quotations.ts";

it.each([
  ['"bob" may not read', ["bob"]],
  ["'bob' may not read 'pods'", ["bob", "pods"]],
  ["`bob` may not read ``pods``", ["bob", "pods"]],
  ["`bob' may not read", ["bob"]],
  ["“bob” may not read „pods“ or ”jobs”", ["bob", "pods", "jobs"]],
  ["‘bob’ may not read ‚pods‘", ["bob", "pods"]],
  ["«bob» may not read »pods« or ‹jobs›", ["bob", "pods", "jobs"]],
  ["「ボブ」は読めません", ["ボブ"]],
  ["bob doesn't exist, and alice can't read", []],
  ["bob doesn’t exist, and alice can’t read", []],
  ["bob doesn't own 'pods', and the users' role isn't 'admin'", ["pods", "admin"]],
  ["'this isn't allowed' for \"bob\"", ["this isn't allowed", "bob"]],
  ["‘this isn’t allowed’ for bob", ["this isn’t allowed"]],
  ["one of 'a','b'", ["a", "b"]],
  ["since the '90s, bob doesn't", []],
])("finds the quotations in %s", (text, expected) => {
  expect(quotationsIn(text)).toEqual(expected);
});

it("removes what is quoted", () => {
  expect(withoutQuotations("«bob» can't read 'pods'")).toBe('"" can\'t read ""');
});

it("reads many marks without an end in a short time", () => {
  expect(quotationsIn(" 'a".repeat(100_000))).toEqual([]);
});
