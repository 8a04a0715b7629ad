import { expect, it } from "vitest";
import { RateLimitWatch } from "./rate-limit-watch.ts";
import type { RateLimitNotice } from "./run-options.ts";

function watched(declared?: number): {
  readonly watch: RateLimitWatch;
  readonly notices: RateLimitNotice[];
} {
  const notices: RateLimitNotice[] = [];
  const onRateLimit = (notice: RateLimitNotice): void => void notices.push(notice);
  const watch = new RateLimitWatch({ onRateLimit, planned: 20, declared, now: () => 4_000 });
  return { watch, notices };
}

it("reports a limit once, and at the end of the run", () => {
  const { watch, notices } = watched();
  watch.saw({ count: 29, rateRefusals: 9 });
  watch.caseEnded({});
  watch.caseEnded({ attempt: 2 });
  watch.saw({ count: 30, rateRefusals: 9 });
  watch.saw({ count: 40, rateRefusals: 12 });
  watch.end({ count: 50, rateRefusals: 15 });

  expect(notices).toMatchObject([
    { replies: 30, refused: 9, elapsedMs: 4_000, cases: { planned: 20, ended: 1 }, isOver: false },
    { replies: 50, refused: 15, isOver: true },
  ]);
});

it("reports a declared limit before the first request", () => {
  const { notices } = watched(5);

  expect(notices).toMatchObject([{ declared: 5, replies: 0, isOver: false }]);
});

it("reports nothing for a target without a limit", () => {
  const { watch, notices } = watched();
  watch.saw({ count: 500, rateRefusals: 0 });
  watch.end({ count: 500, rateRefusals: 0 });

  expect(notices).toEqual([]);
});
