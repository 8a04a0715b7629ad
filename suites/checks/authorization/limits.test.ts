import { keyOf } from "#contract";
import type { IdentityName, Outcome, RefusalReason, Semantics, WatchEnd } from "#contract";
import type { Finding, Step, WatchObservation } from "#harness";
import { describe, expect, it } from "vitest";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { denied, forbidden, read, reported, stored, written } from "../testing/denial-builders.ts";
import { eventWith, watchWith } from "../testing/watch-builders.ts";
import { nameLimitsHold } from "./name-limits-hold.ts";
import { namespaceLimitsHold } from "./namespace-limits-hold.ts";
import { namespaceLimitsHoldForReads } from "./namespace-limits-hold-for-reads.ts";
import { namespaceLimitsHoldForWatches } from "./namespace-limits-hold-for-watches.ts";
import { statusPermissionGivesNoRead } from "./status-permission-gives-no-read.ts";
import { statusPermissionGivesNoWatch } from "./status-permission-gives-no-watch.ts";
import { statusReplyAsDeclared } from "./status-reply-as-declared.ts";

type Result = Finding["result"];

const missing = refused("notFound");

describe("namespace-limits-hold", () => {
  it.each<[string, Outcome, Outcome, Outcome, Result]>([
    ["a denial in the other namespace", written, forbidden, written, "held"],
    ["a write in the other namespace", written, written, refused("conflict"), "violated"],
    ["a denial for another reason", written, missing, written, "violated"],
    ["an identity that may nothing at all", forbidden, forbidden, written, "undecided"],
    ["a write that nobody may make", written, forbidden, forbidden, "undecided"],
    ["no answer at home", noReply, forbidden, written, "errored"],
    ["no answer elsewhere", written, noReply, written, "errored"],
  ])("on %s", (_, own, attempt, control, result) => {
    const trial = {
      own: reported("tenant", own, 1),
      attempt: reported("tenant", attempt, 2),
      control: reported("controller", control, 3),
    };

    expect(namespaceLimitsHold.judge([trial], strictTarget)).toMatchObject([
      { requirement: "authorization.namespace-limits-hold", result },
    ]);
  });

  it("finds nothing on kinds that have no two namespaces", () => {
    const empty = [{ result: "held", instances: 0 }];

    expect(namespaceLimitsHold.judge([], strictTarget)).toMatchObject(empty);
    expect(namespaceLimitsHoldForWatches.judge([], strictTarget)).toMatchObject(empty);
    const reads = namespaceLimitsHoldForReads.judge({ trials: [], everywhere: [] }, strictTarget);
    expect(reads).toMatchObject(empty);
  });
});

describe("name-limits-hold", () => {
  it.each<[string, Outcome, Outcome, Outcome, Result]>([
    ["a denial on the other object", written, forbidden, written, "held"],
    ["a write of the other object", written, written, refused("conflict"), "violated"],
    ["an agent that may nothing at all", forbidden, forbidden, written, "undecided"],
    ["a write that nobody may make", written, forbidden, forbidden, "undecided"],
    ["no answer", written, noReply, written, "errored"],
  ])("on %s", (_, own, attempt, control, result) => {
    const trial = {
      own: reported("assignee", own, 1),
      attempt: reported("assignee", attempt, 2),
      control: reported("controller", control, 3),
    };

    expect(nameLimitsHold.judge({ trials: [trial] }, strictTarget)).toMatchObject([
      { requirement: "authorization.name-limits-hold", result },
    ]);
  });

  it("decides nothing where the name is taken, and says so", () => {
    const skipped = "there is an object conformance-assigned";

    expect(nameLimitsHold.judge({ trials: [], skipped }, strictTarget)).toMatchObject([
      { result: "undecided", reason: skipped },
    ]);
  });
});

describe("namespace-limits-hold-for-reads", () => {
  const away = resourceAt("3", { metadata: { namespace: "other" } });
  const listed = (...items: readonly (typeof away)[]): Outcome => ({ result: "list", items });

  it.each<[string, Outcome, Result, number]>([
    ["is refused", forbidden, "held", 1],
    ["is cut to the own namespace", listed(resourceAt("2")), "held", 1],
    ["has objects of the other", listed(resourceAt("2"), away), "violated", 0],
    ["is not possible", refused("invalid"), "held", 0],
    ["gets no answer", noReply, "errored", 0],
  ])("when a list of everything %s", (_, outcome, result, instances) => {
    const [finding] = namespaceLimitsHoldForReads.judge(
      { trials: [], everywhere: [listOf(outcome)], foreign: "other" },
      strictTarget,
    );

    expect(finding).toMatchObject(result === "held" ? { result, instances } : { result });
  });

  it("judges a read in the other namespace like a write", () => {
    const trial = {
      own: read("tenant", stored),
      attempt: read("tenant", stored),
      control: read("author", stored),
    };
    const seen = { trials: [trial], everywhere: [], foreign: "other" };

    expect(namespaceLimitsHoldForReads.judge(seen, strictTarget)).toMatchObject([
      { result: "violated" },
    ]);
  });
});

describe("namespace-limits-hold-for-watches", () => {
  const home = eventWith(resourceAt("2"), "ADDED");
  const foreign = eventWith(resourceAt("3", { metadata: { namespace: "other" } }), "ADDED");
  const refusedWatch = watched("tenant", ended("forbidden"));
  const served = watchWith([foreign]);
  const own = watchWith([home]);
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
      "a silent watch on everything",
      { everywhere: watchWith([], { reached: false }) },
      ["held", "undecided"],
    ],
  ])("on %s", (_, parts, results) => {
    const trial = { ...right, ...parts, foreign: "other" };
    const findings = namespaceLimitsHoldForWatches.judge([trial], strictTarget);

    expect(findings.map(({ result }) => result)).toEqual(results);
  });
});

describe("status-permission-gives-no-read", () => {
  it.each<[string, Outcome, Outcome, Result]>([
    ["a denied read", forbidden, written, "held"],
    ["a read", stored, written, "violated"],
    ["a reporter that may not even report", forbidden, forbidden, "undecided"],
    ["a report without an answer", forbidden, noReply, "errored"],
  ])("on %s", (_, outcome, report, result) => {
    const seen = { reads: [denied("reporter", outcome)], report: reported("reporter", report) };

    expect(statusPermissionGivesNoRead.judge(seen, strictTarget)).toMatchObject([
      { requirement: "authorization.status-permission-gives-no-read", result },
    ]);
  });

  it.each<[string, WatchObservation, Result]>([
    ["a denied watch", watched("reporter", ended("forbidden")), "held"],
    ["an open watch", watched("reporter", { end: "closed" }), "violated"],
  ])("on %s", (_, seen, result) => {
    const served = watchWith([eventWith(resourceAt("2"), "ADDED")]);
    const findings = statusPermissionGivesNoWatch.judge([{ denied: [seen], served }], strictTarget);

    expect(findings).toMatchObject([
      { requirement: "authorization.status-permission-gives-no-read", result },
    ]);
  });
});

describe("status-reply-as-declared", () => {
  const { spec: _spec, ...bare } = resourceAt("2");

  it.each<[string, Outcome, Semantics["statusReply"], Result]>([
    ["the whole object, as declared", written, "complete", "held"],
    ["no spec, as declared", accepted(bare), "withoutSpec", "held"],
    ["the whole object, against the declaration", written, "withoutSpec", "violated"],
    ["no spec, against the declaration", accepted(bare), "complete", "violated"],
    ["no declaration", written, undefined, "violated"],
    ["a refusal", forbidden, "complete", "undecided"],
    ["no answer", noReply, "complete", "errored"],
  ])("on %s", (_, outcome, statusReply, result) => {
    const semantics = { ...strictTarget.semantics, ...(statusReply && { statusReply }) };
    const findings = statusReplyAsDeclared.judge(reported("reporter", outcome), {
      ...strictTarget,
      semantics,
    });

    expect(findings).toMatchObject([
      { requirement: "authorization.status-reply-as-declared", result },
    ]);
  });
});

function listOf(outcome: Outcome): Step {
  const { kind } = keyOf(resourceAt("1"));
  return { ...stepWith(outcome), command: { verb: "list", identity: "tenant", kind } };
}

function watched(identity: IdentityName, end: WatchEnd): WatchObservation {
  return { ...watchWith([], { identity, reached: false }), end };
}

function ended(reason: RefusalReason): WatchEnd {
  return { end: "refused", refusal: { reason, message: "no", causes: [] } };
}
