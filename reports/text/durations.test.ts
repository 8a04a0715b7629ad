import { expect, test } from "vitest";
import { describeDuration } from "./durations.ts";

test.each([
  { durationMs: 0, shown: "0 ms" },
  { durationMs: 3.25, shown: "3 ms" },
  { durationMs: 999.4, shown: "999 ms" },
  { durationMs: 999.5, shown: "1.0 s" },
  { durationMs: 1240, shown: "1.2 s" },
  { durationMs: 59_949, shown: "59.9 s" },
  { durationMs: 59_950, shown: "1 min 0 s" },
  { durationMs: 125_000, shown: "2 min 5 s" },
])("$durationMs milliseconds are $shown", ({ durationMs, shown }) => {
  expect(describeDuration(durationMs)).toBe(shown);
});
