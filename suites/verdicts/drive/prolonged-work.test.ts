import { expect, it } from "vitest";
import { answeredWork, rateLimitedWork } from "./prolonged-work.ts";

interface Step {
  readonly replies: number;
  readonly refused: number;
}

function decisionsAfter(steps: readonly Step[], requestsPerSecond?: number): readonly boolean[] {
  const replyTimes = { count: 0, quickestMs: 0, recentMs: 0, rateRefusals: 0 };
  const goesOn = rateLimitedWork({
    session: { recorder: { replyTimes } },
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
  { why: "the target no longer responses", steps: [{ replies: 0, refused: 3 }], goesOn: [false] },
])("decides whether work goes on if $why", ({ steps, goesOn }) => {
  expect(decisionsAfter(steps)).toEqual(goesOn);
});

it("continues at a configured rate, but not forever", () => {
  const steps = Array.from({ length: 12 }, () => ({ replies: 3, refused: 0 }));

  expect(decisionsAfter(steps, 5).filter(Boolean)).toHaveLength(9);
});

it("continues as long as the target replies, but not forever", () => {
  const replyTimes = { count: 0, quickestMs: 0, recentMs: 0, rateRefusals: 0 };
  const goesOn = answeredWork({ session: { recorder: { replyTimes } } });
  const decisions = Array.from({ length: 12 }, () => {
    replyTimes.count += 1;
    return goesOn();
  });

  expect(decisions.filter(Boolean)).toHaveLength(9);
  expect(answeredWork({ session: { recorder: { replyTimes } } })()).toBe(false);
});
