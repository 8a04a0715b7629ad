import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { JudgeContext } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { reported, attemptBy } from "../testing/denial-builders.ts";
import { authorsSide, droppedMembers } from "./dropped-members.ts";
import { judgeIgnored } from "./foreign-member.ts";

const ignoring: JudgeContext = {
  ...strictTarget,
  semantics: { ...strictTarget.semantics, crossWrite: "ignored" },
};

const requirement = "isolation.spec-in-status-write-is-ignored";
const members = { spec: { size: 9 } };

describe("a field at its place in whole objects", () => {
  it.each([
    { why: "is dropped", attempt: accepted(resourceAt("2")), result: "held" },
    { why: "is rejected", attempt: refused("invalid"), result: "violated" },
    { why: "gets no response", attempt: noReply, result: "errored" },
  ])("$why: $result", ({ attempt, result }) => {
    const trial = { ...spelling, isInPlace: true, trial: trialWith({ attempt }) };

    expect(resultsOf(judgeIgnored(requirement, [trial], ignoring.semantics), requirement)).toEqual([
      result,
    ]);
  });

  it("does not count in another place, or if it may be rejected", () => {
    const trial = { ...spelling, trial: trialWith({ attempt: refused("invalid") }) };

    expect(openResults(judgeIgnored(requirement, [trial], ignoring.semantics))).toEqual({
      [requirement]: "undecided",
    });
    expect(judgeIgnored(requirement, [trial], strictTarget.semantics)).toMatchObject([
      { requirement, result: "held", instances: 0 },
    ]);
  });
});

const spelling = { what: "a spec", foreign: { place: "beside", members } } as const;

it("is reported with its content", () => {
  const trial = { ...spelling, isInPlace: true, trial: trialWith({ attempt: refused("invalid") }) };

  expect(judgeIgnored(requirement, [trial], ignoring.semantics)).toMatchObject([
    {
      expected: "accepted, without a spec",
      actual: "rejected as invalid (code INVALID): no",
      evidence: [2],
    },
  ]);
});

describe("the author's side of an object", () => {
  const labels = { a: "b" };
  const annotations = { c: "d" };

  it.each([
    { metadata: {}, members: {} },
    { metadata: { labels }, members: { labels } },
    { metadata: { annotations, finalizers: ["x"] }, members: { annotations } },
    { metadata: { labels, annotations }, members: { labels, annotations } },
  ])("is its spec with $members", ({ metadata, members: metadataMembers }) => {
    expect(authorsSide(resourceAt("1", { metadata, status: { num: 1 } }))).toStrictEqual({
      place: "beside",
      members: { spec: { size: 1 }, metadata: metadataMembers },
    });
  });

  it("is only its metadata if it has no spec", () => {
    const { spec: _spec, ...specless } = resourceAt("1");

    expect(authorsSide(specless)).toStrictEqual({ place: "beside", members: { metadata: {} } });
  });
});

describe("an object that is sent back", () => {
  const echoed = "isolation.echoed-object-is-accepted";
  const noOp = "isolation.ignored-write-is-no-op";

  it.each([
    { why: "is taken, and nothing else counts", parts: {}, open: {} },
    {
      why: "is rejected",
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
    {
      why: "has a spec that is stored",
      parts: { byController: accepted(resourceAt("4", { spec: { size: 2 } })) },
      open: { [noOp]: "undecided" },
    },
    {
      why: "loses its status",
      parts: { byAuthor: accepted(resourceAt("4", { status: { num: 9 } })) },
      open: { [noOp]: "undecided" },
    },
    {
      why: "gets no response",
      parts: { echo: noReply },
      open: { [echoed]: "errored", [noOp]: "errored" },
    },
    { why: "loses the last response", parts: { byAuthor: noReply }, open: { [noOp]: "errored" } },
  ])("$why", ({ parts, open }) => {
    expect(openResults(judgeEcho({ ...kept, ...parts }))).toEqual(open);
  });

  it("is reported by the version that it takes", () => {
    const taken = accepted(resourceAt("4"));

    expect(judgeEcho({ ...kept, byController: taken, byAuthor: taken })).toMatchObject([
      { result: "held", evidence: [2] },
      {
        expected:
          "a write by the controller keeps version 3, because all of its changes are dropped",
        actual: "it gets version 4",
        evidence: [2, 3],
      },
      {
        expected: "a write by the author keeps version 3, because all of its changes are dropped",
        actual: "it gets version 4",
        evidence: [2, 4],
      },
    ]);
    expect(judgeEcho({ ...kept, echo: refused("invalid") })[0]).toMatchObject({
      expected: "a status write that contains the whole object, as read, is accepted",
      actual: "controller updateStatus Service default/a: rejected as invalid (code INVALID): no",
      evidence: [2],
    });
    expect(judgeEcho({ ...kept, echo: noReply })[0]).toMatchObject({ evidence: [2] });
  });
});

const same = accepted(resourceAt("3"));
const kept = { echo: same, byController: same, byAuthor: same };

function judgeEcho(outcomes: {
  readonly echo: Outcome;
  readonly byController: Outcome;
  readonly byAuthor: Outcome;
}): ReturnType<typeof droppedMembers.judge> {
  return droppedMembers.judge(
    {
      stored: resourceAt("2"),
      echo: reported("controller", outcomes.echo, 2),
      byController: reported("controller", outcomes.byController, 3),
      byAuthor: attemptBy("author", outcomes.byAuthor, 4),
    },
    ignoring,
  );
}
