import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding, Step } from "#harness";
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
import { writtenAt } from "../testing/watch-builders.ts";
import { guards, jsonPatchGuards, testOf } from "./json-patch-guards.ts";
import { versionlessWritesAllLand } from "./versionless-writes-all-land.ts";
import { versionsAreComparable } from "./versions-are-comparable.ts";

describe("writes without a version", () => {
  const requirement = "concurrency.versionless-writes-all-land";
  const silent: Outcome = { result: "done" };
  const readLater: Outcome = { result: "object", object: resourceAt("3"), isFromRead: true };

  it.each([
    { why: "all take effect", outcomes: ["2", "3", "4"].map(at), result: "held" },
    { why: "meet a conflict", outcomes: [at("2"), refused("conflict")], result: "violated" },
    { why: "share a version", outcomes: [at("2"), at("2")], result: "violated" },
    { why: "return no object", outcomes: [at("2"), silent], result: "undecided" },
    {
      why: "are read after all of them",
      outcomes: [readLater, readLater],
      result: "undecided",
    },
    { why: "get no answer", outcomes: [at("2"), noReply], result: "errored" },
  ])("$why: $result", ({ outcomes, result }) => {
    const steps = outcomes.map(stepAt);
    const findings = versionlessWritesAllLand.judge(steps, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual([result]);
    expect(findings[0]?.evidence).toEqual(steps.map(({ exchange }) => exchange));
  });

  it("are counted, and reported with their outcomes", () => {
    expect(landed([at("2"), at("3")])).toMatchObject([{ instances: 2 }]);
    expect(complaintOf(landed([at("2"), at("2")]), requirement)).toBe(
      "the accepted writes have versions 2, 2",
    );
    expect(complaintOf(landed([refused("conflict"), refused("invalid")]), requirement)).toBe(
      "author read Service default/a: rejected as conflict (code CONFLICT): no; " +
        "author read Service default/a: rejected as invalid (code INVALID): no",
    );
  });
});

function landed(outcomes: readonly Outcome[]): readonly Finding[] {
  return versionlessWritesAllLand.judge(outcomes.map(stepAt), strictTarget);
}

describe("versions", () => {
  it.each([
    { versions: ["9", "10", "11"], result: "held" },
    { versions: ["10", "9"], result: "violated" },
    { versions: ["9", "9"], result: "violated" },
    { versions: ["9", "11", "10"], result: "violated" },
    { versions: ["0", "1"], result: "violated" },
    { versions: ["1", "2x"], result: "violated" },
    { versions: ["x1", "2"], result: "violated" },
    { versions: ["1", "99", "100"], result: "held" },
    { versions: ["09", "10"], result: "violated" },
    { versions: ["1a", "2b"], result: "violated" },
    { versions: ["9007199254740993", "9007199254740992"], result: "violated" },
    { versions: ["5"], result: "undecided" },
  ])("$versions: $result", ({ versions, result }) => {
    expect(resultsOf(judged(versions), "concurrency.versions-are-comparable")).toEqual([result]);
  });

  it("are compared in turn, and reported", () => {
    expect(judged(["1", "2", "3"])).toMatchObject([{ instances: 2, evidence: [1, 2, 3] }]);
    expect(judged(["3", "2"])).toMatchObject([{ actual: "3, 2", evidence: [1, 2] }]);
    expect(judged(["3"])).toMatchObject([{ evidence: [1] }]);
  });
});

function judged(versions: readonly string[]): readonly Finding[] {
  const writes = versions.map((version, index) => ({ ...writtenAt(version), exchange: index + 1 }));
  return versionsAreComparable.judge(writes, strictTarget);
}

describe("a JSON patch that fails by itself", () => {
  const tested = "concurrency.json-patch-tests-version";
  const early = "errors.patch-before-version";

  it.each([
    { attempt: refused("invalid"), open: {} },
    { attempt: refused("conflict"), open: { [early]: "violated" } },
    { attempt: refused("notFound"), open: { [tested]: "violated", [early]: "violated" } },
    { attempt: at("2"), open: { [tested]: "violated", [early]: "violated" } },
  ])("$open", ({ attempt, open }) => {
    const key = { kind: "Service", name: "a" };
    const tried = guards.map((guard) => ({ ...guard, key, trial: trialWith({ attempt }) }));

    expect(openResults(jsonPatchGuards.judge(tried, strictTarget))).toEqual(open);
  });

  it("tests a value at a place", () => {
    expect(guards.map(({ guard }) => guard)).toEqual(["version test", "failing test"]);
    expect(testOf("/status/num", 7)).toEqual({ op: "test", path: "/status/num", value: 7 });
  });
});

function stepAt(outcome: Outcome, index: number): Step {
  return stepWith(outcome, index + 1);
}

function at(version: string): ReturnType<typeof accepted> {
  return accepted(resourceAt(version));
}
