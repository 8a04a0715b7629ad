import { expect, it } from "vitest";
import type { ControllerHost } from "./controller-bench.ts";
import { StartTimes } from "./start-times.ts";

function host(): ControllerHost {
  return {
    start: () => Promise.resolve(),
    kill: () => Promise.resolve(),
    problem: undefined,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function start(of: ControllerHost, startMs: number, hasWaited = false): Promise<void> {
  let nowMs = 0;
  const run = async (): Promise<void> => {
    await of.start(new AbortController().signal);
    nowMs += startMs;
  };
  await StartTimes.of(of).measure(run, { now: () => nowMs, hasWaited: () => hasWaited });
}

it("allows each start more time than the slowest earlier start of the same controller", async () => {
  const [slow, other] = [host(), host()];
  const usualMs = StartTimes.of(other).limitMs;
  await start(slow, 8_000);
  await start(slow, 100);

  expect(StartTimes.of(slow).limitMs).toBe(8_000 + usualMs);
  expect(StartTimes.of(other).limitMs).toBe(usualMs);
});

it("does not learn from a start that had to wait for its watches", async () => {
  const streaming = host();
  const usualMs = StartTimes.of(streaming).limitMs;
  await start(streaming, 4_000, true);

  expect(StartTimes.of(streaming).limitMs).toBe(usualMs);
});
