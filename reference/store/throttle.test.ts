import { expect, it } from "vitest";
import { Throttle } from "./throttle.ts";

it("runs once for all calls within an interval, and again for later calls", async () => {
  let runs = 0;
  let ran: (() => void) | undefined;
  using throttle = new Throttle(1, () => {
    runs += 1;
    ran?.();
  });
  for (const expected of [1, 2]) {
    const done = new Promise<void>((resolve) => {
      ran = resolve;
    });
    throttle.soon();
    throttle.soon();
    await done;
    expect(runs).toBe(expected);
  }
});

it("runs nothing after it is disposed", async () => {
  let runs = 0;
  const throttle = new Throttle(0, () => {
    runs += 1;
  });
  throttle.soon();
  throttle[Symbol.dispose]();
  throttle.soon();
  // Timers fire in order, so an action that was due would have run before this timer.
  await new Promise((resolve) => setTimeout(resolve, 5));

  expect(runs).toBe(0);
});
