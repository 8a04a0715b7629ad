import type { IdentityName, RefusalReason, WatchEnd } from "#contract";
import type { Finding, SeenEvent, WatchObservation } from "#harness";
import { describe, expect, it } from "vitest";
import { resourceAt, strictTarget } from "../testing/builders.ts";
import { eventWith, watchWith } from "../testing/watch-builders.ts";
import { namespaceLimitsHoldForWatches } from "./namespace-limits-hold-for-watches.ts";

type Result = Finding["result"];

describe("namespace-limits-hold-for-watches", () => {
  const home = eventWith(resourceAt("2"), "ADDED");
  const foreign = eventWith(resourceAt("3", { metadata: { namespace: "other" } }), "ADDED");
  const refusedWatch = watched("tenant", ended("forbidden"));
  const served = watchWith([foreign]);
  const own = watchWith([home]);
  const silent = watchWith([], { reached: false });
  const { object: _object, ...bare } = eventWith(resourceAt("4"), "DELETED");
  const gone: SeenEvent = { ...bare, key: { kind: "Service", namespace: "other", name: "a" } };
  const right = { beyond: { denied: [refusedWatch], served }, own, everywhere: refusedWatch };

  it.each<[string, Partial<typeof right>, readonly Result[]]>([
    ["denials", {}, ["held", "held"]],
    ["a watch on everything that is cut", { everywhere: own }, ["held", "held"]],
    [
      "a watch on the other namespace",
      { beyond: { denied: [watchWith([foreign], { identity: "tenant" })], served } },
      ["violated", "held"],
    ],
    ["a watch on everything", { everywhere: watchWith([home, foreign]) }, ["held", "violated"]],
    ["no watch at home", { own: watched("tenant", ended("forbidden")) }, ["undecided", "held"]],
    [
      "a watch on everything that broke off",
      { everywhere: watchWith([foreign], { reached: false }) },
      ["held", "violated"],
    ],
    [
      "a watch that spans no namespaces",
      { everywhere: watched("tenant", { end: "unsupported", detail: "it needs one" }) },
      ["held", "held"],
    ],
    ["a deletion elsewhere", { everywhere: watchWith([home, gone]) }, ["held", "violated"]],
    [
      "no watch at home, and one on the other namespace",
      { own: silent, beyond: { denied: [watchWith([foreign], { identity: "tenant" })], served } },
      ["violated", "held"],
    ],
    [
      "a silent watch on everything",
      { everywhere: watchWith([], { reached: false }) },
      ["held", "undecided"],
    ],
  ])("on %s", (_, parts, results) => {
    const trial = { ...right, ...parts, foreign: "other" };
    const findings = namespaceLimitsHoldForWatches.judge([trial], strictTarget);

    expect(findings.map(({ result }) => result)).toEqual(results);
  });

  it.each<[string, Partial<typeof right>, object]>([
    [
      "a watch at home that delivered nothing",
      { own: { ...silent, exchange: 5 } },
      {
        reason:
          "no positive control: the identity's watch on its own namespace was not served (it delivered nothing)",
        evidence: [5],
      },
    ],
    [
      "a watch at home that was rejected",
      { own: watched("tenant", ended("invalid")) },
      {
        reason:
          "no positive control: the identity's watch on its own namespace was not served (it was rejected as invalid (no code): no)",
      },
    ],
    [
      "a watch on everything that delivered nothing",
      { everywhere: silent },
      { reason: "the watch on all namespaces delivered nothing", evidence: [1] },
    ],
    [
      "a watch on everything that was lost",
      { everywhere: watched("tenant", { end: "lost", detail: "reset" }) },
      { reason: "the watch on all namespaces ended as lost: reset" },
    ],
    [
      "a watch on everything that delivered all",
      { everywhere: watchWith([home, foreign], { identity: "tenant" }) },
      {
        expected: "rejected, or without events from namespace other",
        actual: "the watch by tenant on all namespaces delivered 1 event from namespace other",
        evidence: [1],
      },
    ],
  ])("tells of %s", (_, parts, expected) => {
    const trial = { ...right, ...parts, foreign: "other" };
    const findings = namespaceLimitsHoldForWatches.judge([trial], strictTarget);

    expect(findings.filter(({ result }) => result !== "held")).toMatchObject([expected]);
  });

  it("finds nothing on kinds without a second namespace", () => {
    expect(namespaceLimitsHoldForWatches.judge([], strictTarget)).toMatchObject([
      { result: "held", instances: 0 },
    ]);
  });
});

function watched(identity: IdentityName, end: WatchEnd): WatchObservation {
  return { ...watchWith([], { identity, reached: false }), end };
}

function ended(reason: RefusalReason): WatchEnd {
  return { end: "refused", refusal: { reason, message: "no", causes: [] } };
}
