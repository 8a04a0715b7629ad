import { describe, expect, it } from "vitest";
import type { JsonValue, Outcome } from "#contract";
import {
  accepted,
  complaintOf,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { transitionTimeStoredAsSent } from "./transition-time-stored-as-sent.ts";

function at(lastTransitionTime: string): Outcome {
  return conditionsOf([{ type: "Ready", status: "True", lastTransitionTime }]);
}

function conditionsOf(conditions: JsonValue): Outcome {
  return accepted(resourceAt("3", { status: { conditions } }));
}

describe("the time of a transition", () => {
  const sent = "2001-01-01T00:00:00Z";
  const first = { lastTransitionTime: sent };

  it.each([
    { what: "as sent", write: at(sent), read: at(sent), result: "held" },
    { what: "the clock", write: at(sent), read: at("2026-01-01T00:00:00Z"), result: "violated" },
    { what: "the old one", write: at("2000-01-01T00:00:00Z"), read: at(sent), result: "violated" },
    { what: "lost", write: at(sent), read: accepted(resourceAt("3")), result: "violated" },
    { what: "refused", write: refused("invalid"), read: at(sent), result: "undecided" },
    { what: "unknown", write: noReply, read: at(sent), result: "errored" },
    { what: "no condition", write: at(sent), read: conditionsOf([]), result: "violated" },
    { what: "no object", write: at(sent), read: conditionsOf([null]), result: "violated" },
    { what: "no list", write: at(sent), read: conditionsOf("none"), result: "violated" },
    { what: "a text", write: at(sent), read: conditionsOf(["none"]), result: "violated" },
    { what: "without a time", write: at(sent), read: conditionsOf([{}]), result: "violated" },
    { what: "the first", write: at(sent), read: conditionsOf([first, {}]), result: "held" },
  ])("is $result where the stored one is $what", ({ write, read, result }) => {
    const report = { sent, write: stepWith(write, 1), read: stepWith(read, 2) };
    const findings = transitionTimeStoredAsSent.judge([report], strictTarget);

    expect(resultsOf(findings, "conditions.transition-time-stored-as-sent")).toEqual([result]);
  });

  it("is reported in the complaint", () => {
    const report = { sent, write: stepWith(at(sent), 1), read: stepWith(at("later"), 2) };
    const findings = transitionTimeStoredAsSent.judge([report], strictTarget);

    expect(findings).toMatchObject([
      {
        expected: `lastTransitionTime is ${sent}, as sent, in the response and in a read`,
        actual: `${sent} in the response, later in the read`,
        evidence: [1, 2],
      },
    ]);
  });

  it("is reported if there is none", () => {
    const report = {
      sent,
      write: stepWith(conditionsOf([]), 1),
      read: stepWith(conditionsOf([{}]), 2),
    };
    const findings = transitionTimeStoredAsSent.judge([report], strictTarget);

    expect(complaintOf(findings, "conditions.transition-time-stored-as-sent")).toBe(
      "undefined in the response, undefined in the read",
    );
  });

  it("is not judged for kinds without conditions", () => {
    expect(transitionTimeStoredAsSent.judge([], strictTarget)).toMatchObject([{ instances: 0 }]);
  });
});
