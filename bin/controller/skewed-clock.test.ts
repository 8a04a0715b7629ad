import { expect, it } from "vitest";
import { SkewedClock } from "./skewed-clock.ts";

it("is ahead until the setting is disposed, and settings add up", () => {
  const clock = new SkewedClock(() => new Date(1_000));
  const one = clock.skew(3_000);
  const other = clock.skew(500);
  expect(clock.now().getTime()).toBe(4_500);
  one[Symbol.dispose]();
  one[Symbol.dispose]();
  expect(clock.now().getTime()).toBe(1_500);
  other[Symbol.dispose]();
  expect(clock.now().getTime()).toBe(1_000);
});
