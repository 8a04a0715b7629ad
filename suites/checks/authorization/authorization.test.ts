import type { Outcome, RequirementId } from "#contract";
import type { DenialTrial, Finding } from "#harness";
import { describe, expect, it } from "vitest";
import { noReply, refused, resultsOf, strictTarget } from "../testing/builders.ts";
import {
  denied,
  forbidden,
  read,
  reported,
  stored,
  attemptBy,
  written,
} from "../testing/denial-builders.ts";
import { authorCannotWriteStatus } from "./author-cannot-write-status.ts";
import { eachSideSuffices } from "./each-side-suffices.ts";
import { expiredCredentialRefused } from "./expired-credential-refused.ts";
import { strangerCannotRead } from "./stranger-cannot-read.ts";

describe("author-cannot-write-status", () => {
  const requirement = "authorization.author-cannot-write-status";
  const unmoved = "isolation.refused-write-changes-nothing";
  const silent = "watch.nothing-for-refused";

  it.each<[string, DenialTrial, RequirementId, Finding["result"]]>([
    ["a denial", denied("author", forbidden), requirement, "held"],
    ["a denial without effect", denied("author", forbidden), unmoved, "held"],
    ["a denial without event", denied("author", forbidden), silent, "held"],
    ["an accepted write", denied("author", written), requirement, "violated"],
    ["another reason", denied("author", refused("invalid")), requirement, "violated"],
    ["no control", denied("author", forbidden, { control: forbidden }), requirement, "undecided"],
    ["no response", denied("author", noReply), requirement, "errored"],
    ["a stored write", denied("author", forbidden, { after: written }), unmoved, "violated"],
    ["an event", denied("author", forbidden, { isEventSeen: true }), silent, "violated"],
  ])("on %s", (_, trial, about, result) => {
    const findings = authorCannotWriteStatus.judge(trial, strictTarget);

    expect(resultsOf(findings, about)).toEqual([result]);
  });

  it("counts no instance of an effect if the write was accepted", () => {
    const findings = authorCannotWriteStatus.judge(denied("author", written), strictTarget);

    for (const about of [unmoved, silent]) {
      expect(findings.find((finding) => finding.requirement === about)).toMatchObject({
        result: "held",
        instances: 0,
      });
    }
  });
});

function denialTrial(outcome: Outcome): DenialTrial {
  const attempts = [{ attempt: read("stranger", outcome), control: read("author", stored) }];
  return { attempts, subjects: [] };
}

describe("a denied identity", () => {
  it.each<[string, Outcome, Finding["result"]]>([
    ["unauthenticated", refused("unauthenticated"), "held"],
    ["forbidden", forbidden, "violated"],
  ])(
    "with an expired credential is rejected as unauthenticated, not as %s",
    (_, outcome, result) => {
      const findings = expiredCredentialRefused.judge([denied("expired", outcome)], strictTarget);

      expect(resultsOf(findings, "authorization.expired-credential-refused")).toEqual([result]);
    },
  );

  it("without permissions is rejected as forbidden, in every trial", () => {
    const findings = strangerCannotRead.judge(
      [denialTrial(forbidden), denialTrial(stored)],
      strictTarget,
    );

    expect(resultsOf(findings, "authorization.stranger-cannot-read")).toEqual(["held", "violated"]);
  });
});

describe("each-side-suffices", () => {
  const conformant = {
    authorReports: reported("author", forbidden, 1),
    controllerWrites: attemptBy("controller", forbidden, 2),
    report: reported("controller", written, 3),
    update: attemptBy("author", written, 4),
  };
  const controllers = "authorization.controller-needs-no-spec-permission";
  const authors = "authorization.author-needs-no-status-permission";

  it.each([
    ["both sides served", {}, "held", "held"],
    ["a denied report", { report: reported("controller", forbidden, 3) }, "violated", "held"],
    ["a denied update", { update: attemptBy("author", forbidden, 4) }, "held", "violated"],
    ["a denied deletion", { remove: attemptBy("author", forbidden, 5) }, "held", "violated"],
    ["a conflict", { report: reported("controller", refused("conflict"), 3) }, "undecided", "held"],
    [
      "an author who may report",
      { authorReports: reported("author", written) },
      "held",
      "undecided",
    ],
    ["no response", { update: attemptBy("author", noReply, 4) }, "held", "errored"],
  ])("on %s", (_, parts, report, update) => {
    const findings = eachSideSuffices.judge({ ...conformant, ...parts }, strictTarget);

    expect(resultsOf(findings, controllers)).toEqual([report]);
    expect(resultsOf(findings, authors).at(-1)).toBe(update);
  });
});
