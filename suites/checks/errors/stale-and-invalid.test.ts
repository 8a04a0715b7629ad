import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding, JudgeContext } from "#harness";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { staleAndInvalidOrder } from "./stale-and-invalid-order.ts";

type Observations = Parameters<typeof staleAndInvalidOrder.judge>[0];

const requirement = "errors.stale-and-invalid-order";
const written = accepted(resourceAt("2"));
const conflict = refused("conflict");
const invalid = refused("invalid");

function tried(attempts: readonly Outcome[]): Observations {
  return {
    trials: attempts.map((attempt) => trialWith({ attempt })),
    onlyStale: stepWith(conflict),
    onlyInvalid: stepWith(invalid),
  };
}

function judge(
  observations: Observations,
  target: JudgeContext = strictTarget,
): readonly Finding[] {
  return staleAndInvalidOrder.judge(observations, target);
}

describe("a write that is both stale and invalid", () => {
  it.each([
    { why: "a conflict, every time", attempts: [conflict, conflict], results: ["held", "held"] },
    { why: "invalid once", attempts: [conflict, invalid], results: ["held", "violated"] },
    { why: "accepted", attempts: [written], results: ["violated"] },
    { why: "never tried", attempts: [], results: ["held"] },
  ])("is $why", ({ attempts, results }) => {
    expect(resultsOf(judge(tried(attempts)), requirement)).toEqual(results);
  });

  it("follows the target's declarations", () => {
    const { semantics, features } = strictTarget;
    const declared = { features, semantics: { ...semantics, staleAndInvalid: "invalid" } } as const;

    expect(openResults(judge(tried([invalid]), declared))).toEqual({});
    expect(openResults(judge(tried([conflict]), declared))).toEqual({ [requirement]: "violated" });
  });

  it("has no order if the schema allows no invalid status", () => {
    expect(judge({ trials: [] })).toContainEqual(
      expect.objectContaining({ requirement, instances: 0, isInapplicable: true }),
    );
  });

  it("changes nothing", () => {
    const { trials: _trials, ...alone } = tried([]);
    const trials = [trialWith({ attempt: conflict, after: written })];

    expect(openResults(judge({ trials, ...alone }))).toEqual({
      "isolation.refused-write-changes-nothing": "violated",
    });
  });
});

describe("the order of two defects", () => {
  const { onlyStale: _stale, ...withoutStale } = tried([conflict]);
  const { onlyInvalid: _invalid, ...withoutInvalid } = tried([conflict]);

  it.each<{ why: string; of: Observations; reason: string }>([
    {
      why: "a stale write is accepted",
      of: { ...tried([conflict]), onlyStale: stepWith(written) },
      reason: "a write that is only stale is not rejected for that reason: accepted, version 2",
    },
    {
      why: "a stale write is invalid",
      of: { ...tried([conflict]), onlyStale: stepWith(invalid) },
      reason:
        "a write that is only stale is not rejected for that reason: rejected as invalid (code INVALID): no",
    },
    {
      why: "an invalid write is accepted",
      of: { ...tried([conflict]), onlyInvalid: stepWith(written) },
      reason: "a write that is only invalid is not rejected for that reason: accepted, version 2",
    },
    {
      why: "an invalid write conflicts",
      of: { ...tried([conflict]), onlyInvalid: stepWith(conflict) },
      reason:
        "a write that is only invalid is not rejected for that reason: rejected as conflict (code CONFLICT): no",
    },
    {
      why: "no stale write was tried",
      of: withoutStale,
      reason: "a write that is only stale is not rejected for that reason: not tried",
    },
    {
      why: "no invalid write was tried",
      of: withoutInvalid,
      reason: "a write that is only invalid is not rejected for that reason: not tried",
    },
  ])("is not seen where $why", ({ of, reason }) => {
    expect(judge(of)[0]).toEqual({ result: "undecided", requirement, reason, evidence: [2] });
  });
});
