import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Outcome } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  strictTarget,
} from "../testing/builders.ts";
import { trialWith } from "../testing/builders.ts";
import { noWayAroundTheVersion } from "./no-way-around-the-version.ts";
import { staleVersionConflicts } from "./stale-version-conflicts.ts";
import { uidPrecondition } from "./uid-precondition.ts";

const conflict = trialWith({ attempt: refused("conflict") });
const letPass = trialWith({ attempt: accepted(resourceAt("2")), after: accepted(resourceAt("2")) });
const invalid = trialWith({ attempt: refused("invalid") });

function telling(version: string): Outcome {
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

describe("the version that a conflict tells", () => {
  const requirement = "concurrency.conflict-tells-current-version";
  it.each([
    { parts: { attempt: telling("1") }, results: ["held"] },
    { parts: { attempt: telling("7") }, results: ["violated"] },
    { parts: { attempt: telling("1"), after: noReply }, results: ["errored"] },
  ])("is held against a read that was answered: $results", ({ parts, results }) => {
    const findings = staleVersionConflicts.judge({ trial: trialWith(parts) }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual(results);
  });
});

describe("a uid that is not the stored one", () => {
  it("conflicts also where it begins like it", () => {
    const key = { kind: "Service", name: "a" };
    const tried = [
      { make: "unlike", because: "it differs", key, trial: conflict },
      { make: "alike", because: "its end differs", key, trial: letPass },
    ] as const;
    const findings = uidPrecondition.judge(tried, strictTarget);

    expect(resultsOf(findings, "concurrency.uid-precondition")).toEqual(["held", "violated"]);
  });
});
