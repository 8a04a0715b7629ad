import { describe, expect, it } from "vitest";
import { ServerClock } from "./server-clock.ts";

const noonMs = Date.parse("2026-01-01T12:00:00Z");

function clockWith(...headers: readonly (readonly [string | undefined, number])[]): ServerClock {
  const clock = new ServerClock();
  for (const [header, nowMs] of headers) clock.note(header, nowMs);
  return clock;
}

describe("the time of a server", () => {
  it.each<[string, ServerClock, number]>([
    ["there is no response", clockWith(), 0],
    ["no response has a Date header", clockWith([undefined, noonMs], ["soon", noonMs]), 0],
    ["the clocks agree", clockWith(["Thu, 01 Jan 2026 12:00:00 GMT", noonMs + 900]), 0],
  ])("is the time of the client if %s", (_, clock, aheadMs) => {
    expect(clock.timeAt(noonMs)).toBe(noonMs + aheadMs);
  });

  it.each([
    ["behind", "Thu, 01 Jan 2026 11:50:00 GMT", -600_000],
    ["ahead", "Thu, 01 Jan 2026 12:10:00 GMT", 600_000],
  ])("is %s by the difference of the Date header", (_, header, aheadMs) => {
    expect(clockWith([header, noonMs]).timeAt(noonMs)).toBe(noonMs + aheadMs);
  });

  it("uses the response with the shortest delay", () => {
    const clock = clockWith(
      ["Thu, 01 Jan 2026 12:10:00 GMT", noonMs + 950],
      ["Thu, 01 Jan 2026 12:10:01 GMT", noonMs + 1_010],
    );

    expect(clock.timeAt(noonMs)).toBe(noonMs + 599_990);
  });

  it("follows a clock that is corrected", () => {
    const clock = clockWith(["Thu, 01 Jan 2026 12:10:00 GMT", noonMs]);
    for (let second = 0; second < 50; second += 1) {
      clock.note("Thu, 01 Jan 2026 12:00:00 GMT", noonMs);
    }

    expect(clock.timeAt(noonMs)).toBe(noonMs);
  });
});
