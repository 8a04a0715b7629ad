import { describe, expect, it } from "vitest";
import { ProcessClock } from "./process-clock.ts";

/** Blocks the process for a duration in milliseconds of real time. */
function stall(durationMs: number): void {
  const endMs = performance.now() + durationMs;
  while (performance.now() < endMs);
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe("the clock of a process", () => {
  it("does not count time during which the process was busy", async () => {
    using clock = new ProcessClock();
    const before = clock.now();
    for (let count = 0; count < 5; count += 1) {
      stall(100);
      await turn();
    }

    expect(clock.now() - before).toBeLessThan(250);
  });

  it("waits for its own time, which is never ahead of real time", async () => {
    using clock = new ProcessClock();
    const [own, real] = [clock.now(), performance.now()];
    const waited = clock.wait(200, new AbortController().signal);
    stall(300);
    await waited;

    expect(clock.now() - own).toBeGreaterThanOrEqual(200);
    expect(performance.now() - real).toBeGreaterThanOrEqual(clock.now() - own);
  });

  it("converts earlier times in order", async () => {
    using clock = new ProcessClock();
    const [before, first] = [clock.now(), performance.now()];
    await clock.wait(20, new AbortController().signal);
    stall(50);
    await turn();
    const second = performance.now();

    expect(clock.at(first)).toBeLessThanOrEqual(clock.at(second));
    expect(clock.at(first)).toBeGreaterThanOrEqual(before);
    expect(clock.at(second)).toBeLessThanOrEqual(clock.now());
  });

  it("stops waiting when the signal aborts", async () => {
    using clock = new ProcessClock();
    const stop = new AbortController();
    const waited = clock.wait(3_600_000, stop.signal);
    stop.abort();

    await expect(waited).resolves.toBeUndefined();
    await expect(clock.wait(3_600_000, stop.signal)).resolves.toBeUndefined();
  });

  it("stops waiting when it is disposed", async () => {
    const clock = new ProcessClock();
    const { signal } = new AbortController();
    const waited = clock.wait(50, signal);
    clock[Symbol.dispose]();

    await expect(waited).resolves.toBeUndefined();
    await expect(clock.wait(50, signal)).resolves.toBeUndefined();
  });
});
