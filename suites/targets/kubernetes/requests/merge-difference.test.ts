import { expect, it } from "vitest";
import { mergeDifference } from "./merge-difference.ts";

it.each([
  { from: { a: 1, b: 2 }, to: { a: 3 }, patch: { a: 3, b: null } },
  { from: { a: { b: 1, c: 2 } }, to: { a: { c: 3 } }, patch: { a: { b: null, c: 3 } } },
  { from: { a: { b: 1 } }, to: { a: [1] }, patch: { a: [1] } },
  { from: { a: 1 }, to: { a: { b: 2 } }, patch: { a: { b: 2 } } },
  { from: undefined, to: { a: {} }, patch: { a: {} } },
])("changes $from to $to by $patch", ({ from, to, patch }) => {
  expect(mergeDifference(from, to)).toEqual(patch);
});
