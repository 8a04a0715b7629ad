import { expect, it } from "vitest";
import { longestChain } from "./critical-path.ts";

function interval(startedMs: number, endedMs: number): { startedMs: number; endedMs: number } {
  return { startedMs, endedMs };
}

it.each([
  ["nothing", [], 0],
  ["one", [interval(0, 5)], 1],
  ["two in sequence", [interval(0, 5), interval(5, 9)], 2],
  ["two at once", [interval(0, 5), interval(1, 6)], 1],
  ["three of which two overlap", [interval(0, 9), interval(1, 2), interval(3, 4)], 2],
])("longestChain of %s", (_, intervals, length) => {
  expect(longestChain(intervals)).toBe(length);
});
