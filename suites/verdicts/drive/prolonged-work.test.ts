import { expect, it } from "vitest";
import { answeredWork, slowedWork } from "./prolonged-work.ts";

interface Step {
  readonly replies: number;
  readonly refused: number;
}

interface Pace {
  readonly requestsPerSecond?: number;
  readonly recentMs?: number;
  readonly isPaused?: boolean;
}

function decisionsAfter(
  steps: readonly Step[],
  { requestsPerSecond, recentMs = 0, isPaused = false }: Pace = {},
): readonly boolean[] {
  const replyTimes = { count: 0, quickestMs: 0, recentMs, rateRefusals: 0 };
  const goesOn = slowedWork({
    limits: { caseMs: 60_000 },
    session: { recorder: { replyTimes, isPaused } },
    target: { description: requestsPerSecond === undefined ? {} : { requestsPerSecond } },
  });
  return steps.map(({ replies, refused }) => {
    replyTimes.count += replies;
    replyTimes.rateRefusals += refused;
    return goesOn();
  });
}

const limited = { replies: 9, refused: 1 };

it.each([
  { why: "nothing is limited", steps: [{ replies: 9, refused: 0 }], goesOn: [false] },
  { why: "requests are rejected", steps: [limited, limited], goesOn: [true, true] },
  {
    why: "they are no longer",
    steps: [limited, { replies: 9, refused: 0 }],
    goesOn: [true, false],
  },
  { why: "the target no longer responds", steps: [{ replies: 0, refused: 3 }], goesOn: [false] },
])("decides whether work goes on if $why", ({ steps, goesOn }) => {
  expect(decisionsAfter(steps)).toEqual(goesOn);
});

it("continues while each response takes a large part of the time limit", () => {
  const steps = Array.from({ length: 12 }, () => ({ replies: 6, refused: 0 }));

  expect(decisionsAfter(steps, { recentMs: 9_000 }).filter(Boolean)).toHaveLength(9);
  expect(decisionsAfter(steps, { recentMs: 900 })[0]).toBe(false);
});

it("continues at a configured rate, but not forever", () => {
  const steps = Array.from({ length: 12 }, () => ({ replies: 3, refused: 0 }));

  expect(decisionsAfter(steps, { requestsPerSecond: 5 }).filter(Boolean)).toHaveLength(9);
});

it("continues during a pause that the endpoint requested, but not forever", () => {
  const steps = Array.from({ length: 12 }, () => ({ replies: 0, refused: 0 }));

  expect(decisionsAfter(steps, { isPaused: true }).filter(Boolean)).toHaveLength(9);
});

it("continues as long as the target replies, but not forever", () => {
  const replyTimes = { count: 0, quickestMs: 0, recentMs: 0, rateRefusals: 0 };
  const recorder = { replyTimes, isPaused: false };
  const goesOn = answeredWork({ session: { recorder } });
  const decisions = Array.from({ length: 12 }, () => {
    replyTimes.count += 1;
    return goesOn();
  });

  expect(decisions.filter(Boolean)).toHaveLength(9);
  expect(answeredWork({ session: { recorder } })()).toBe(false);
  expect(answeredWork({ session: { recorder: { ...recorder, isPaused: true } } })()).toBe(true);
});
