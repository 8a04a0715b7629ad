import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Outcome } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { bindingLeavesHolderAlone } from "./binding-leaves-holder-alone.ts";
import { ownershipIsAdvisory } from "./ownership-is-advisory.ts";

const granted = { address: "192.0.2.1" };
const holder = resourceAt("2", { status: granted });
const kept = accepted(holder);
const bare = accepted(resourceAt("2"));
const life = ["1", "2", "3"].map((version) => eventOf(writtenAt(version, { status: granted })));

describe("a binding", () => {
  const requirement = "allocation.binding-leaves-holder-alone";
  const quiet = settledWith({ events: life.slice(0, 2) });
  const silent = settledWith({ reached: false });

  it.each<{
    readonly what: string;
    readonly after?: Outcome;
    readonly settled?: typeof quiet;
    readonly bound?: Outcome;
    readonly results: readonly string[];
  }>([
    { what: "does not affect a holder", results: ["held", "held"] },
    {
      what: "moves the version of its holder",
      after: accepted(resourceAt("3", { status: granted })),
      results: ["violated", "held"],
    },
    {
      what: "wakes its holder",
      settled: settledWith({ events: life }),
      results: ["held", "violated"],
    },
    { what: "is not seen in events", settled: unsettled, results: ["held", "undecided"] },
    { what: "is not seen, and nobody says why", settled: silent, results: ["held", "undecided"] },
    { what: "is not watched", settled: { ...quiet, watched: false }, results: ["held"] },
    { what: "is hidden", after: refused("forbidden"), results: ["undecided", "held"] },
    { what: "is unknown", after: noReply, results: ["errored", "held"] },
    { what: "is rejected", bound: refused("invalid"), results: ["undecided", "undecided"] },
    {
      what: "is rejected, and wakes its holder",
      bound: refused("invalid"),
      settled: settledWith({ events: life }),
      results: ["undecided", "violated"],
    },
  ])("$what", ({ after = kept, settled = quiet, bound = kept, results }) => {
    const binding = [stepWith(bound, 3)];
    const versions = [resourceVersion("1"), resourceVersion("2")];
    const findings = bindingLeavesHolderAlone.judge(
      { holder, versions, binding, after: stepWith(after, 4), settled },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual(results);
    const evidence = bound === kept ? [[3, 4], [3]] : [[3], [3]];
    expect(findings.map((finding) => finding.evidence)).toEqual(evidence.slice(0, results.length));
  });

  it("is not judged where there is nothing to bind", () => {
    expect(bindingLeavesHolderAlone.judge(null, strictTarget)).toMatchObject([{ instances: 0 }]);
  });
});

describe("the manager of a member", () => {
  it.each([
    { what: "may be another one", takeover: kept, read: kept, result: "held" },
    { what: "keeps others out", takeover: refused("conflict"), read: kept, result: "violated" },
    { what: "keeps its value", takeover: kept, read: bare, result: "violated" },
    { what: "is unknown", takeover: noReply, read: kept, result: "errored" },
    { what: "is unknown in a read", takeover: kept, read: noReply, result: "errored" },
    { what: "is hidden", takeover: kept, read: refused("forbidden"), result: "undecided" },
    {
      what: "keeps others out, and is hidden",
      takeover: refused("conflict"),
      read: refused("forbidden"),
      result: "violated",
    },
  ])("$what", ({ takeover, read, result }) => {
    const findings = ownershipIsAdvisory.judge(
      { submitted: granted, takeover: stepWith(takeover, 2), read: stepWith(read, 3) },
      strictTarget,
    );

    expect(resultsOf(findings, "allocation.ownership-is-advisory")).toEqual([result]);
  });
});
