import type { IdentityName, Outcome, RefusalReason, Semantics, WatchEnd } from "#contract";
import type { Finding, WatchObservation } from "#harness";
import { describe, expect, it } from "vitest";
import { accepted, noReply, refused, resourceAt, strictTarget } from "../testing/builders.ts";
import { denied, forbidden, reported, stored, written } from "../testing/denial-builders.ts";
import { eventWith, watchWith } from "../testing/watch-builders.ts";
import { statusPermissionGivesNoRead } from "./status-permission-gives-no-read.ts";
import { statusPermissionGivesNoWatch } from "./status-permission-gives-no-watch.ts";
import { statusReplyAsDeclared } from "./status-reply-as-declared.ts";

type Result = Finding["result"];

describe("status-permission-gives-no-read", () => {
  it.each<[string, Outcome, Outcome, Result]>([
    ["a denied read", forbidden, written, "held"],
    ["a read", stored, written, "violated"],
    ["a reporter that may not even report", forbidden, forbidden, "undecided"],
    ["a report without an answer", forbidden, noReply, "errored"],
    ["a read by a reporter that may not report", stored, forbidden, "violated"],
  ])("on %s", (_, outcome, report, result) => {
    const seen = { reads: [denied("reporter", outcome)], report: reported("reporter", report) };

    expect(statusPermissionGivesNoRead.judge(seen, strictTarget)).toMatchObject([
      { requirement: "authorization.status-permission-gives-no-read", result },
    ]);
  });

  it("reports the rejected requests of the reporter", () => {
    expect(judgeReports(refused("invalid"))).toMatchObject([
      {
        reason:
          "no positive control: even the reporter's status write was not accepted (rejected as " +
          "invalid (code INVALID): no)",
        evidence: [7],
      },
    ]);
    expect(judgeReports(noReply)).toMatchObject([{ evidence: [7] }]);
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
    const findings = judgeReply(outcome, statusReply);

    expect(findings).toMatchObject([
      { requirement: "authorization.status-reply-as-declared", result },
    ]);
  });

  it("reports the response next to the declaration", () => {
    expect(judgeReply(written)).toMatchObject([
      {
        expected: "the dialect declares the content of the response (statusReply)",
        actual: "the response to the reporter is the complete object",
      },
    ]);
    expect(judgeReply(accepted(bare), "complete")).toMatchObject([
      {
        expected: "the response is the complete object, as the target declares",
        actual: "the response to the reporter is an object without its spec",
      },
    ]);
  });
});

function judgeReports(report: Outcome): readonly Finding[] {
  const reads = [denied("reporter", forbidden)];
  const seen = { reads, report: reported("reporter", report, 7) };
  return statusPermissionGivesNoRead.judge(seen, strictTarget);
}

function judgeReply(outcome: Outcome, statusReply?: Semantics["statusReply"]): readonly Finding[] {
  const semantics = { ...strictTarget.semantics, ...(statusReply && { statusReply }) };
  return statusReplyAsDeclared.judge(reported("reporter", outcome), { ...strictTarget, semantics });
}

function watched(identity: IdentityName, end: WatchEnd): WatchObservation {
  return { ...watchWith([], { identity, reached: false }), end };
}

function ended(reason: RefusalReason): WatchEnd {
  return { end: "refused", refusal: { reason, message: "no", causes: [] } };
}
