import { expect, it } from "vitest";
import { ReplyClock } from "./reply-times.ts";

it("tracks the fastest response and the mean of the last ones", () => {
  const clock = new ReplyClock();
  expect(clock).toMatchObject({ count: 0, quickestMs: 0, recentMs: 0 });
  clock.took(50);
  expect(clock).toMatchObject({ count: 1, quickestMs: 50, recentMs: 50 });
  for (let count = 0; count < 200; count += 1) clock.took(150);
  expect(clock).toMatchObject({ count: 201, quickestMs: 50 });
  expect(clock.recentMs).toBeCloseTo(150, 2);
  clock.took(40);
  expect(clock.quickestMs).toBe(40);
});
