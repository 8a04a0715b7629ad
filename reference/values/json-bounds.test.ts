import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isLongerThan } from "./json-bounds.ts";

it("finds a value too long exactly if its text is", () => {
  const values = fc.jsonValue({ maxDepth: 3, depthSize: "small", stringUnit: "binary" });
  fc.assert(
    fc.property(values, fc.integer({ min: -2, max: 2 }), (value, more) => {
      const { length } = JSON.stringify(value);
      expect(isLongerThan(value, length + more)).toBe(more < 0);
    }),
  );
});

it.each([
  ["control characters", "\u0000".repeat(1_000)],
  ["numbers with many digits", Array.from({ length: 100 }, () => -1 / 3e300)],
  ["names", Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`\u0001${at}`, null]))],
])("counts all characters of %s", (_, value) => {
  const { length } = JSON.stringify(value);

  expect(isLongerThan(value, length - 1)).toBe(true);
  expect(isLongerThan(value, length)).toBe(false);
});
