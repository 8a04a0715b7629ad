import { expect, it } from "vitest";
import { Pace } from "./rate-limiter.ts";

/**
 * Sends requests until a server that serves one request per interval has served N. Returns the number of rejections,
 * and the time on the client's clock.
 */
async function requestsTo(
  intervalMs: number,
  count: number,
): Promise<{ readonly refused: number; readonly tookMs: number }> {
  let nowMs = 0;
  let servedMs = -Infinity;
  let refused = 0;
  const pace = new Pace(undefined, {
    now: () => nowMs,
    wait: (durationMs) => {
      nowMs += durationMs;
      return Promise.resolve();
    },
  });
  const { signal } = new AbortController();
  for (let sent = 0; sent < count;) {
    await pace.turn(signal);
    nowMs += 1;
    if (nowMs - servedMs < intervalMs) {
      refused += 1;
      pace.slowDown();
    } else {
      servedMs = nowMs;
      sent += 1;
      pace.served();
    }
  }
  return { refused, tookMs: nowMs };
}

it("learns a rate that the endpoint permits", async () => {
  const { refused, tookMs } = await requestsTo(200, 500);

  expect(refused).toBeLessThan(100);
  expect(tookMs).toBeLessThan(500 * 200 * 1.5);
});

it("slows nothing down without refusals", async () => {
  expect(await requestsTo(0, 100)).toEqual({ refused: 0, tookMs: 100 });
});

it("forgets a rate that no longer applies", () => {
  const pace = new Pace(undefined, { now: () => 0, wait: () => Promise.resolve() });
  pace.slowDown();
  for (let served = 0; served < 200; served += 1) pace.served();

  expect(pace.turn(new AbortController().signal)).toBeUndefined();
});
