import { describe, expect, it } from "vitest";
import type { Outcome, RequirementId } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { TrialParts } from "../testing/builders.ts";
import { createStoresNoStatus } from "./create-stores-no-status.ts";
import { unknownMembersNeverStored } from "./unknown-members-never-stored.ts";

const plain = accepted(resourceAt("1"));
const forged = accepted(resourceAt("1", { status: { phase: "Ready" } }));
const invalid = refused("invalid");
const missing = refused("notFound");

describe("a status in a creation", () => {
  it.each([
    { why: "refused", attempt: invalid, after: missing, control: plain, result: "held" },
    { why: "dropped", attempt: plain, after: plain, control: plain, result: "held" },
    { why: "a default for all", attempt: forged, after: forged, control: forged, result: "held" },
    { why: "stored", attempt: forged, after: forged, control: plain, result: "violated" },
    { why: "stored unseen", attempt: plain, after: forged, control: plain, result: "violated" },
    { why: "no control", attempt: invalid, after: missing, control: invalid, result: "undecided" },
    { why: "no reply", attempt: noReply, after: missing, control: plain, result: "errored" },
  ])("$why: $result", ({ why: _why, result, ...parts }) => {
    const findings = judgeCreation({ before: missing, ...parts });

    expect(resultsOf(findings, "isolation.create-never-stores-status")).toEqual([result]);
  });

  it("that is refused creates nothing", () => {
    const findings = judgeCreation({ before: missing, attempt: invalid, after: plain });

    expect(openResults(findings)).toEqual({
      "isolation.refused-write-changes-nothing": "violated",
    });
  });
});

function judgeCreation(parts: TrialParts): readonly Finding[] {
  const what = "a status beside the spec";
  const spelling = { what, foreign: { place: "beside", members: {} } } as const;
  return createStoresNoStatus.judge(
    { trials: [{ ...spelling, trial: trialWith(parts) }] },
    strictTarget,
  );
}

describe("an unknown member of a status", () => {
  const requirement: RequirementId = "isolation.unknown-members-never-stored";
  const kept = accepted(resourceAt("2", { status: { list: [{ conformanceUnknown: "yes" }] } }));

  it.each([
    { why: "refused", parts: { attempt: invalid }, result: "held" },
    { why: "dropped", parts: { attempt: plain, after: plain }, result: "held" },
    { why: "stored", parts: { attempt: plain, after: kept }, result: "violated" },
    { why: "no control", parts: { attempt: invalid, control: invalid }, result: "undecided" },
    { why: "no reply", parts: { attempt: noReply }, result: "errored" },
  ])("$why: $result", ({ parts, result }) => {
    expect(resultsOf(judgeUnknown(parts, plain), requirement)).toEqual([result]);
  });

  it("is found by whatever read shows it", () => {
    const findings = judgeUnknown({ attempt: plain, after: plain }, kept);

    expect(complaintOf(findings, requirement)).toBe("conformanceUnknown is shown by exchange 5");
  });
});

function judgeUnknown(parts: TrialParts, lastRead: Outcome): readonly Finding[] {
  const trial = trialWith(parts);
  const trials = [{ where: "at the top", trial, reads: [stepWith(lastRead, 5)] }];
  return unknownMembersNeverStored.judge({ trials }, strictTarget);
}
