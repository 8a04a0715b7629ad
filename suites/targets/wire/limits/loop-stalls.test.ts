import { describe, expect, it } from "vitest";
import { LoopStalls } from "./loop-stalls.ts";

function stallsAfter(beats: readonly number[]): LoopStalls {
  const stalls = new LoopStalls(() => 0);
  stalls[Symbol.dispose]();
  for (const atMs of beats) stalls.beat(atMs);
  return stalls;
}

describe("data that is read", () => {
  it.each([
    { when: "between regular beats", beats: [100, 200, 300], readMs: 350, arrivedMs: -50 },
    { when: "long after the last beat", beats: [100, 200], readMs: 900, arrivedMs: 200 },
    { when: "directly after a stall", beats: [100, 2_100], readMs: 2_101, arrivedMs: 100 },
    { when: "shortly after a stall", beats: [100, 2_100, 2_500], readMs: 2_600, arrivedMs: 100 },
    {
      when: "long after a stall",
      beats: [100, 2_100, ...Array.from({ length: 11 }, (_, index) => 2_200 + 100 * index)],
      readMs: 3_250,
      arrivedMs: 2_850,
    },
  ])("$when may have arrived at $arrivedMs ms", ({ beats, readMs, arrivedMs }) => {
    expect(stallsAfter(beats).earliestArrival(readMs)).toBe(arrivedMs);
  });
});

it("beats by a timer", async () => {
  let nowMs = 0;
  using stalls = new LoopStalls(() => nowMs);
  nowMs = 5_000;

  await expect.poll(() => stalls.earliestArrival(nowMs + 2_000)).toBe(5_000);
});
