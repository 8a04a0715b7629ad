import { setTimeout as wait } from "node:timers/promises";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";

export const paceFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "replies-take-a-moment",
    summary: "Each response takes 100 ms.",
    why: "No requirement limits the latency of responses.",
    decides: "pace",
    change: (rules) => ({
      respond: async (result) => {
        await wait(replyDelayMs);
        return rules.respond(result);
      },
    }),
  }),
  defineFreedom({
    name: "slow-under-load",
    summary: "Responses take longer with more requests in flight, up to several seconds.",
    why: "No requirement limits the latency of responses.",
    decides: "pace",
    change: (rules) => {
      let running = 0;
      return {
        authenticate: (credential) => {
          if (credential.operation !== "subscription") running += 1;
          return rules.authenticate(credential);
        },
        respond: async (result) => {
          await wait(Math.min(running * delayOfEachMs, maxDelayMs));
          running = Math.max(0, running - 1);
          return rules.respond(result);
        },
      };
    },
  }),
  defineFreedom({
    name: "few-requests-a-second",
    summary:
      "Each caller may send 50 requests per second; further requests are rejected with a retry delay.",
    why: "A server may limit its load if it states when to retry.",
    sources: [
      { source: "kubernetes/apiserver", at: "429 and Retry-After of priority and fairness" },
    ],
    decides: "limits",
    change: (rules) => ({
      authenticate: (credential) => {
        const identity = rules.authenticate(credential);
        return "grants" in identity
          ? { rateLimit: { requests: 50, windowSeconds: 1 }, ...identity }
          : identity;
      },
    }),
  }),
  defineFreedom({
    name: "few-writes-a-second",
    summary:
      "Each caller may write 20 times per second; further writes are rejected with a retry delay.",
    why: "A server may limit the rate of writes, but not of reads, if its rejections state when to retry.",
    sources: [
      { source: "kubernetes/apiserver", at: "429 and Retry-After of priority and fairness" },
    ],
    decides: "limits",
    change: (rules) => ({
      authenticate: (credential) => {
        const identity = rules.authenticate(credential);
        return "grants" in identity && credential.operation === "mutation"
          ? { rateLimit: { requests: 20, windowSeconds: 1 }, ...identity }
          : identity;
      },
    }),
  }),
];

const replyDelayMs = 100;
const delayOfEachMs = 25;
const maxDelayMs = 3_000;
