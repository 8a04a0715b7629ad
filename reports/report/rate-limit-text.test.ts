import { expect, it } from "vitest";
import { rateLimitText } from "./rate-limit-text.ts";

const notice = {
  replies: 100,
  refused: 60,
  elapsedMs: 20_000,
  cases: { planned: 110, ended: 10 },
  isOver: false,
};

it.each([
  {
    why: "a measured rate",
    notice,
    text: "limited to 5.0 requests per second: about 1000 requests and 3 min 20 s left; --quick and --only send fewer requests\n",
  },
  {
    why: "a declared rate",
    notice: { ...notice, declared: 20, replies: 0, cases: { planned: 40, ended: 0 } },
    text: "limited to 20 requests per second: about 600 requests and 30.0 s left; --quick and --only send fewer requests\n",
  },
  {
    why: "a rate while no case has ended",
    notice: { ...notice, replies: 400, cases: { planned: 20, ended: 0 } },
    text: "limited to 20 requests per second: about 300 requests and 15.0 s left; --quick and --only send fewer requests\n",
  },
  {
    why: "the end",
    notice: { ...notice, isOver: true },
    text: "waited for the limit of 5.0 requests per second: 60 requests were rejected and retried\n",
  },
])("states $why", ({ notice: rateLimit, text }) => {
  expect(rateLimitText(rateLimit)).toBe(text);
});
