import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { JudgeContext } from "#harness";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { droppedMembers } from "./dropped-members.ts";
import { judgeIgnored } from "./foreign-member.ts";

const ignoring: JudgeContext = {
  ...strictTarget,
  semantics: { ...strictTarget.semantics, crossWrite: "ignored" },
};

const requirement = "isolation.spec-in-status-write-is-ignored";
const members = { spec: { size: 9 } };

describe("what stands where whole objects have it", () => {
  it.each([
    { why: "is dropped", attempt: accepted(resourceAt("2")), result: "held" },
    { why: "is refused", attempt: refused("invalid"), result: "violated" },
    {
      why: "gets no answer",
      attempt: { result: "unknown", cause: "timeout", detail: "late" } as const,
      result: "errored",
    },
  ])("$why: $result", ({ attempt, result }) => {
    const trial = { ...spelling, isInPlace: true, trial: trialWith({ attempt }) };

    expect(resultsOf(judgeIgnored(requirement, [trial], ignoring.semantics), requirement)).toEqual([
      result,
    ]);
  });

  it("counts for nothing in another place, or where it may be refused", () => {
    const trial = { ...spelling, trial: trialWith({ attempt: refused("invalid") }) };

    expect(openResults(judgeIgnored(requirement, [trial], ignoring.semantics))).toEqual({
      [requirement]: "undecided",
    });
    expect(openResults(judgeIgnored(requirement, [trial], strictTarget.semantics))).toEqual({});
  });
});

const spelling = { what: "a spec", foreign: { place: "beside", members } } as const;

describe("an object that is sent back", () => {
  const echoed = "isolation.echoed-object-is-accepted";
  const noOp = "isolation.ignored-write-is-no-op";

  it.each([
    { why: "is taken, and nothing else counts", parts: {}, open: {} },
    {
      why: "is refused",
      parts: { echo: refused("invalid") },
      open: { [echoed]: "violated", [noOp]: "undecided" },
    },
    {
      why: "has a spec that counts",
      parts: { byController: accepted(resourceAt("4")) },
      open: { [noOp]: "violated" },
    },
    {
      why: "has a status that counts",
      parts: { byAuthor: accepted(resourceAt("4")) },
      open: { [noOp]: "violated" },
    },
  ])("$why", ({ parts, open }) => {
    const same = accepted(resourceAt("3"));
    const outcomes = { echo: same, byController: same, byAuthor: same, ...parts };

    expect(openResults(judgeEcho(outcomes))).toEqual(open);
  });
});

function judgeEcho(outcomes: {
  readonly echo: Outcome;
  readonly byController: Outcome;
  readonly byAuthor: Outcome;
}): ReturnType<typeof droppedMembers.judge> {
  return droppedMembers.judge(
    {
      stored: resourceAt("2"),
      echo: stepWith(outcomes.echo, 2),
      byController: stepWith(outcomes.byController, 3),
      byAuthor: stepWith(outcomes.byAuthor, 4),
    },
    ignoring,
  );
}
