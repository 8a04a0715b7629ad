import { describe, expect, it } from "vitest";
import type { JsonObject, Outcome } from "#contract";
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
import { commonFormIsHeld } from "./common-form-is-held.ts";
import { defectsOf, extremesOf } from "./defects.ts";
import { byType } from "./sample-condition.ts";
import { transitionTimeStoredAsSent } from "./transition-time-stored-as-sent.ts";

const valid: JsonObject = {
  type: "Ready",
  status: "True",
  reason: "Done",
  message: "all is well",
  lastTransitionTime: "2024-01-01T00:00:00Z",
  observedGeneration: 1,
};

const stored = accepted(resourceAt("2", { status: { conditions: [valid] } }));
const extremes = extremesOf(valid);

interface Parts {
  /** The outcome of the one defect that the test is about. */
  readonly outcome?: Outcome;
  readonly control?: Outcome;
  readonly extreme?: Outcome;
}

/** All defects are refused with their field, but the first one of `requirement`. */
function judgeForm(requirement: string, parts: Parts): Readonly<Record<string, string>> {
  const defects = defectsOf(valid);
  const odd = defects.findIndex((defect) => defect.requirement === requirement);
  const trials = defects.map(({ conditions: _sent, ...defect }, index) => {
    const causes = [{ field: `status.conditions${defect.member}`, message: "no" }];
    const usual = refused("invalid", { causes });
    const outcome = index === odd && parts.outcome !== undefined ? parts.outcome : usual;
    const control = parts.control ?? accepted(resourceAt("3"));
    return { ...defect, trial: trialWith({ before: stored, attempt: outcome, control }) };
  });
  const extreme = accepted(resourceAt("4", { status: { conditions: extremes.toReversed() } }));
  const usual = stepWith(stored, 41);
  const step = stepWith(parts.extreme ?? extreme, 42);
  return openResults(
    commonFormIsHeld.judge({ trials, usual, extremes, extreme: step }, strictTarget),
  );
}

describe("the common form of conditions", () => {
  const nothing = refused("invalid");
  const unnamed = { "errors.invalid-names-field": "violated" };

  it("is held by a target that refuses every defect and takes every extreme", () => {
    expect(judgeForm("", {})).toEqual({});
  });

  it.each([...new Set(defectsOf(valid).map(({ requirement }) => requirement))])(
    "is broken where %s is",
    (requirement) => {
      const open = { [requirement]: "violated" };

      expect(judgeForm(requirement, { outcome: accepted(resourceAt("3")) })).toEqual(open);
      expect(judgeForm(requirement, { outcome: refused("conflict") })).toEqual(open);
      expect(judgeForm(requirement, { outcome: noReply })).toEqual({ [requirement]: "errored" });
      expect(judgeForm(requirement, { outcome: nothing })).toEqual(unnamed);
    },
  );

  it("is undecided where nothing is accepted", () => {
    const open = judgeForm("", { control: refused("forbidden") });

    expect(new Set(Object.values(open))).toEqual(new Set(["undecided"]));
    expect(Object.keys(open)).toContain("conditions.reason-is-a-word");
  });

  it.each([
    ["refused", refused("invalid"), "violated"],
    ["cut", accepted(resourceAt("4", { status: { conditions: extremes.slice(1) } })), "violated"],
    ["lost", noReply, "errored"],
  ] as const)("is too narrow where an extreme is %s", (_what, extreme, result) => {
    const open = { "conditions.limits-are-within-bounds": result };

    expect(judgeForm("", { extreme })).toEqual(open);
  });

  it("is not judged for kinds without conditions", () => {
    const findings = commonFormIsHeld.judge(null, strictTarget);

    expect(findings.map(({ result }) => result)).toEqual(commonFormIsHeld.covers.map(() => "held"));
    expect(findings.every((finding) => "instances" in finding && finding.instances === 0)).toBe(
      true,
    );
  });
});

describe("a defect", () => {
  it("is in one member, and is said in a few words", () => {
    const defects = defectsOf(valid);

    expect(defects.map(({ defect }) => defect).filter((text) => text.length > 50)).toEqual([]);
    expect(defects.filter(({ conditions }) => conditions.length === 1)).toHaveLength(
      defects.length - 1,
    );
  });

  it("is in a list that is compared by its types", () => {
    const [first = {}, second = {}] = extremes;

    expect(byType([second, first])).toEqual(byType([first, second]));
    expect(byType(undefined)).toEqual([]);
    expect(byType([1, valid])).toHaveLength(2);
  });
});

/** A state in which the condition has this time. */
function at(lastTransitionTime: string): Outcome {
  return accepted(resourceAt("3", { status: { conditions: [{ ...valid, lastTransitionTime }] } }));
}

describe("the time of a transition", () => {
  const sent = "2001-01-01T00:00:00Z";

  it.each([
    { what: "as sent", write: at(sent), read: at(sent), result: "held" },
    { what: "the clock", write: at(sent), read: at("2026-01-01T00:00:00Z"), result: "violated" },
    { what: "the old one", write: at("2000-01-01T00:00:00Z"), read: at(sent), result: "violated" },
    { what: "lost", write: at(sent), read: accepted(resourceAt("3")), result: "violated" },
    { what: "refused", write: refused("invalid"), read: at(sent), result: "undecided" },
    { what: "unknown", write: noReply, read: at(sent), result: "errored" },
  ])("is $result where the stored one is $what", ({ write, read, result }) => {
    const report = { sent, write: stepWith(write, 1), read: stepWith(read, 2) };
    const findings = transitionTimeStoredAsSent.judge([report], strictTarget);

    expect(resultsOf(findings, "conditions.transition-time-stored-as-sent")).toEqual([result]);
  });

  it("is told in the complaint", () => {
    const report = { sent, write: stepWith(at(sent), 1), read: stepWith(at("later"), 2) };
    const findings = transitionTimeStoredAsSent.judge([report], strictTarget);

    expect(complaintOf(findings, "conditions.transition-time-stored-as-sent")).toBe(
      `${sent} in the reply, later in the read`,
    );
  });

  it("is not judged for kinds without conditions", () => {
    expect(transitionTimeStoredAsSent.judge([], strictTarget)).toMatchObject([{ instances: 0 }]);
  });
});
