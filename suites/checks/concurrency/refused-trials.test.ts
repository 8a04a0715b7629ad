import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Outcome } from "#contract";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { TrialParts } from "../testing/builders.ts";
import { noWayAroundTheVersion } from "./no-way-around-the-version.ts";
import { staleVersionConflicts } from "./stale-version-conflicts.ts";
import { alike, otherUids, uidPrecondition } from "./uid-precondition.ts";

const conflict = trialWith({ attempt: refused("conflict") });
const letPass = trialWith({ attempt: accepted(resourceAt("2")), after: accepted(resourceAt("2")) });
const invalid = trialWith({ attempt: refused("invalid") });

function conflictAt(version: string): Outcome {
  return refused("conflict", { currentResourceVersion: resourceVersion(version) });
}

describe("a version that was replaced", () => {
  const requirement = "concurrency.stale-status-write-conflicts";

  it.each([
    { trials: [conflict, conflict, conflict], results: ["held", "held", "held"] },
    { trials: [conflict, letPass, conflict], results: ["held", "violated", "held"] },
    { trials: [conflict, conflict, letPass], results: ["held", "held", "violated"] },
    { trials: [invalid], results: ["violated"] },
  ])("conflicts every time: $results", ({ trials, results }) => {
    const tried = trials.map((trial) => ({ because: "it was replaced", trial }));

    expect(resultsOf(noWayAroundTheVersion.judge(tried, strictTarget), requirement)).toEqual(
      results,
    );
  });
});

it.each([
  { tried: { trial: conflict, afterMetadata: letPass } },
  { tried: { trial: conflict, afterOther: letPass } },
])("a version that another kind of write replaced conflicts as well", ({ tried }) => {
  expect(
    resultsOf(
      staleVersionConflicts.judge(tried, strictTarget),
      "concurrency.stale-status-write-conflicts",
    ),
  ).toEqual(["held", "violated"]);
});

describe("the version in a conflict", () => {
  const requirement = "concurrency.conflict-tells-current-version";
  const stale = "concurrency.stale-status-write-conflicts";
  const gone = { before: refused("notFound"), after: refused("notFound") };

  it.each<{ parts: TrialParts; open: Readonly<Record<string, string>>; statusFailure?: string }>([
    { parts: { attempt: conflictAt("1") }, open: {} },
    {
      parts: { attempt: conflictAt("7") },
      open: { [requirement]: "violated" },
      statusFailure: "the conflict reports version 7",
    },
    {
      parts: { attempt: refused("conflict") },
      open: { [requirement]: "violated" },
      statusFailure: "the conflict reports no version",
    },
    {
      parts: { attempt: refused("conflict", { message: "stale: 1 is current" }) },
      open: { [requirement]: "undecided" },
    },
    {
      parts: { attempt: refused("conflict", { message: "stale after 10 of 1-2" }) },
      open: { [requirement]: "violated" },
      statusFailure: "the conflict reports no version",
    },
    { parts: { attempt: conflictAt("1"), ...gone }, open: { [requirement]: "undecided" } },
    { parts: { attempt: refused("conflict"), ...gone }, open: { [requirement]: "undecided" } },
    {
      parts: { attempt: refused("invalid", { currentResourceVersion: resourceVersion("7") }) },
      open: { [stale]: "violated", [requirement]: "undecided" },
    },
    {
      parts: { attempt: accepted(resourceAt("2")) },
      open: { [stale]: "violated", [requirement]: "undecided" },
    },
  ])("is compared with a read: $open", ({ parts, open, statusFailure }) => {
    const findings = staleVersionConflicts.judge({ trial: trialWith(parts) }, strictTarget);

    expect(openResults(findings)).toEqual(open);
    expect(complaintOf(findings, requirement)).toBe(statusFailure);
    expect(findings.at(-1)?.evidence).toEqual([2, 3]);
  });

  it("is not compared with a read that got no response", () => {
    const trial = trialWith({ attempt: conflictAt("1"), after: noReply });

    expect(resultsOf(staleVersionConflicts.judge({ trial }, strictTarget), requirement)).toEqual([
      "errored",
    ]);
  });
});

describe("a uid other than the stored one", () => {
  const requirement = "concurrency.uid-precondition";

  it("also conflicts if it has the same prefix", () => {
    const key = { kind: "Service", name: "a" };
    const tried = otherUids.map((other) => ({
      ...other,
      key,
      trial: other.make === "alike" ? letPass : conflict,
    }));
    const passed = tried.map((one) => ({ ...one, trial: letPass }));

    expect(resultsOf(uidPrecondition.judge(tried, strictTarget), requirement)).toEqual([
      "held",
      "violated",
    ]);
    expect(resultsOf(uidPrecondition.judge(passed, strictTarget), requirement)).toEqual([
      "violated",
      "violated",
    ]);
  });

  it.each([
    { attempt: refused("notFound"), result: "held" },
    { attempt: refused("invalid"), result: "violated" },
  ])("may be reported as a missing object: $result", ({ attempt, result }) => {
    const key = { kind: "Service", name: "a" };
    const tried = otherUids.map((other) => ({ ...other, key, trial: trialWith({ attempt }) }));

    expect(resultsOf(uidPrecondition.judge(tried, strictTarget), requirement)).toEqual([
      result,
      result,
    ]);
  });

  it("is not sent if the request has no place for it", () => {
    expect(uidPrecondition.judge([], strictTarget)).toMatchObject([
      {
        requirement,
        result: "held",
        instances: 0,
        note: "the request contains no uid, or no other key",
      },
      {},
      {},
    ]);
  });

  it("differs from it in the last character", () => {
    expect(otherUids.map(({ make }) => make)).toEqual(["unlike", "alike"]);
    expect(alike(uid("0a-09"))).toBe("0a-00");
    expect(alike(uid("9a-90"))).toBe("9a-91");
  });
});
