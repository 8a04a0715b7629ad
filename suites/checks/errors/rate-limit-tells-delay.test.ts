import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import {
  accepted,
  complaintOf,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { rateLimitTellsDelay } from "./rate-limit-tells-delay.ts";

const served = accepted(resourceAt("1"));
const limited = delayed(2);
const silent = refused("rateLimited");

const requirement = "errors.rate-limit-tells-delay";

function delayed(retryAfterSeconds: number): Outcome {
  return refused("rateLimited", { retryAfterSeconds });
}

describe("a limit of requests", () => {
  it.each<{ why: string; outcomes: readonly Outcome[]; results: readonly string[] }>([
    { why: "tells the delay", outcomes: [served, limited, limited], results: ["held", "held"] },
    { why: "hides it once", outcomes: [served, limited, silent], results: ["held", "violated"] },
    { why: "is not there", outcomes: [served, served], results: ["violated"] },
    { why: "serves nobody", outcomes: [limited, limited], results: ["undecided"] },
    { why: "is not known", outcomes: [], results: ["undecided"] },
    { why: "asks for no delay", outcomes: [served, delayed(0)], results: ["held"] },
    { why: "asks for a part", outcomes: [served, delayed(0.5)], results: ["held"] },
    { why: "asks for what was", outcomes: [served, delayed(-1)], results: ["violated"] },
    { why: "asks for ever", outcomes: [served, delayed(Infinity)], results: ["violated"] },
    { why: "asks for nothing", outcomes: [served, delayed(Number.NaN)], results: ["violated"] },
    { why: "is another refusal", outcomes: [refused("forbidden"), silent], results: ["undecided"] },
    { why: "loses a response", outcomes: [served, noReply, limited], results: ["held"] },
    { why: "gets no response", outcomes: [served, noReply], results: ["errored"] },
  ])("$why", ({ outcomes, results }) => {
    const reads = outcomes.map((outcome, index) => stepWith(outcome, index + 1));
    const findings = rateLimitTellsDelay.judge({ reads, windowSeconds: 2 }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual(results);
  });

  it.each([
    { endedMs: 2010, results: ["violated"] },
    { endedMs: 2011, results: ["undecided"] },
  ])("is missed where the requests came within its time: $endedMs", ({ endedMs, results }) => {
    const reads = [stepWith(served, 1), { ...stepWith(served, 2), endedMs }, stepWith(served, 3)];
    const findings = rateLimitTellsDelay.judge({ reads, windowSeconds: 2 }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual(results);
    expect(findings).toMatchObject([{ evidence: [1, 2, 3] }]);
  });

  it.each([
    { why: "one window, and one that began before", requests: 1, endedMs: 2010, is: "violated" },
    { why: "as many windows as requests", requests: 1, endedMs: 4011, is: "undecided" },
    { why: "too few requests", requests: 2, endedMs: 2010, is: "undecided" },
  ])("counts the windows that the requests took: $why", ({ requests, endedMs, is }) => {
    const reads = [stepWith(served, 1), { ...stepWith(served, 2), endedMs }, stepWith(served, 3)];
    const seen = { reads, windowSeconds: 2, requests };

    expect(resultsOf(rateLimitTellsDelay.judge(seen, strictTarget), requirement)).toEqual([is]);
  });

  it("is only judged by its reason if it rejects requests for another reason", () => {
    const reads = [served, refused("unclassified")].map((outcome, at) => stepWith(outcome, at + 1));
    const findings = rateLimitTellsDelay.judge({ reads, windowSeconds: 2 }, strictTarget);

    expect(findings).toMatchObject([{ result: "violated", isAboutReason: true }]);
  });

  it("states how long the requests took", () => {
    const reads = [stepWith(served, 1), { ...stepWith(served, 2), endedMs: 3010.4 }];
    const [late] = rateLimitTellsDelay.judge({ reads, windowSeconds: 2 }, strictTarget);
    const [quick] = rateLimitTellsDelay.judge({ reads, windowSeconds: 4 }, strictTarget);

    expect(late).toMatchObject({
      reason: "the requests took 3000 ms, longer than the rate limit period",
    });
    expect(quick).toMatchObject({
      expected: "at least one of 2 requests within 4 s is rejected as rateLimited",
      actual: "no request was rejected as rateLimited",
    });
  });

  it.each([
    { outcome: silent, statusFailure: "the rejection states no delay" },
    { outcome: delayed(-1), statusFailure: "it states -1" },
  ])("is told in the complaint: $complaint", ({ outcome, statusFailure }) => {
    const reads = [stepWith(served, 1), stepWith(outcome, 2)];
    const findings = rateLimitTellsDelay.judge({ reads, windowSeconds: 2 }, strictTarget);

    expect(complaintOf(findings, requirement)).toBe(statusFailure);
    expect(findings).toMatchObject([{ evidence: [2] }]);
  });

  it("states why nothing is decided", () => {
    const reads = [stepWith(limited, 1), stepWith(limited, 2)];
    const none = rateLimitTellsDelay.judge({ reads: [], windowSeconds: 0 }, strictTarget);

    expect(none).toMatchObject([{ reason: "the rate limit is unknown, or exceeds 500 requests" }]);
    expect(rateLimitTellsDelay.judge({ reads, windowSeconds: 2 }, strictTarget)).toMatchObject([
      { reason: "no positive control: no request was served", evidence: [1, 2] },
    ]);
  });
});
