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
const limited = refused("rateLimited", { retryAfterSeconds: 2 });
const silent = refused("rateLimited");

describe("a limit of requests", () => {
  it.each<{ why: string; outcomes: readonly Outcome[]; results: readonly string[] }>([
    { why: "tells the delay", outcomes: [served, limited, limited], results: ["held", "held"] },
    { why: "hides it once", outcomes: [served, limited, silent], results: ["held", "violated"] },
    { why: "is not there", outcomes: [served, served], results: ["violated"] },
    { why: "serves nobody", outcomes: [limited, limited], results: ["undecided"] },
    { why: "is not known", outcomes: [], results: ["undecided"] },
    { why: "gets no reply", outcomes: [served, noReply], results: ["errored"] },
  ])("$why", ({ outcomes, results }) => {
    const reads = outcomes.map((outcome, index) => stepWith(outcome, index + 1));
    const findings = rateLimitTellsDelay.judge({ reads, windowSeconds: 2 }, strictTarget);

    expect(resultsOf(findings, "errors.rate-limit-tells-delay")).toEqual(results);
  });

  it("is not missed where the requests came too slowly", () => {
    const reads = [stepWith(served, 1), stepWith(served, 300)];
    const findings = rateLimitTellsDelay.judge({ reads, windowSeconds: 2 }, strictTarget);

    expect(resultsOf(findings, "errors.rate-limit-tells-delay")).toEqual(["undecided"]);
  });

  it("is told in the complaint", () => {
    const reads = [stepWith(served, 1), stepWith(silent, 2)];
    const findings = rateLimitTellsDelay.judge({ reads, windowSeconds: 2 }, strictTarget);

    expect(complaintOf(findings, "errors.rate-limit-tells-delay")).toBe("it says nothing of that");
  });
});
