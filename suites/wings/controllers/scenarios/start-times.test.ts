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

it("allows each start more time than the slowest earlier start of the same controller", () => {
  const [slow, other] = [host(), host()];
  const usualMs = StartTimes.of(other).limitMs;
  StartTimes.of(slow).took(8_000);
  StartTimes.of(slow).took(100);

  expect(StartTimes.of(slow).limitMs).toBe(8_000 + usualMs);
  expect(StartTimes.of(other).limitMs).toBe(usualMs);
});
