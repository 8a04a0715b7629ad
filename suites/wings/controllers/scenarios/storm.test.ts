import { expect, it } from "vitest";
import { isStormOver } from "./storm.ts";

/** Number of attempts at a constant interval until the storm is over, at most 100. */
function attemptsAt(intervalMs: number): number {
  for (let attempts = 1; attempts < 100; attempts += 1) {
    const lastsMs = attempts * intervalMs;
    if (isStormOver({ lastsMs, pauseMs: intervalMs, attempts, stormMs: 1_200 })) return attempts;
  }
  return 100;
}

it.each([
  ["retries at once", 10, 100],
  ["retries every 80 ms", 80, 100],
  ["retries every 80 ms on a busy machine", 180, 67],
  ["polls every 300 ms", 300, 5],
  ["pauses for a second", 1_000, 1],
])("lasts long enough for a controller that %s", (_, intervalMs, attempts) => {
  expect(attemptsAt(intervalMs)).toBe(attempts);
});

it("lasts as long as given, if that is longer", () => {
  const storm = { lastsMs: 29_000, pauseMs: 500, attempts: 58, stormMs: 30_000 };
  expect(isStormOver(storm)).toBe(false);
  expect(isStormOver({ ...storm, lastsMs: 30_001 })).toBe(true);
});
