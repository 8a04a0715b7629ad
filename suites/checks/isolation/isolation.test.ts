import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { TrialParts } from "../testing/builders.ts";
import type { ForeignTrial } from "./foreign-member.ts";
import { foreignMembersInStatusWrite } from "./foreign-members-in-status-write.ts";
import { specWriteKeepsStatus } from "./spec-write-keeps-status.ts";
import { statusInSpecWrite } from "./status-in-spec-write.ts";
import { statusWriteKeepsSpecAndMetadata } from "./status-write-keeps-spec-and-metadata.ts";

const stored = resourceAt("1", { status: { phase: "Ready" } });
const before = accepted(stored);
const plain = accepted(resourceAt("1"));
const invalid = refused("invalid");
const unsupported: Outcome = { result: "unsupported", detail: "no place inside" };

function foreign(parts: TrialParts, what: string): ForeignTrial {
  return { what, foreign: { place: "beside", members: {} }, trial: trialWith(parts) };
}

describe("foreign members in a status write", () => {
  it("may be refused, every one of them", () => {
    expect(openResults(judgeForeign({ attempt: invalid }))).toEqual({});
    expect(openResults(judgeForeign({ attempt: refused("forbidden") }))).toEqual({});
  });

  it("must not be dropped in silence", () => {
    const dropped = { attempt: accepted(resourceAt("2")), after: accepted(resourceAt("2")) };

    expect(openResults(judgeForeign(dropped))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "violated",
      "isolation.one-way-of-refusing": "violated",
    });
    expect(openResults(judgeForeign({ attempt: invalid }, dropped))).toEqual({
      "isolation.metadata-in-status-write-is-rejected": "violated",
      "isolation.one-way-of-refusing": "violated",
    });
    expect(complaintOf(judgeForeign(dropped), "isolation.one-way-of-refusing")).toBe(
      "a spec beside the status: accepted; labels beside the status: refused; " +
        "an unknown member beside the status: refused",
    );
  });

  it("must not be stored", () => {
    const otherSpec = accepted(resourceAt("2", { spec: { size: 9 } }));
    const otherLabels = accepted(resourceAt("2", { metadata: { labels: { a: "b" } } }));

    expect(openResults(judgeForeign({ attempt: otherSpec, after: otherSpec }))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "violated",
      "isolation.one-way-of-refusing": "violated",
      "isolation.status-write-never-changes-spec": "violated",
    });
    expect(
      openResults(judgeForeign({ attempt: invalid }, { attempt: invalid, after: otherLabels })),
    ).toEqual({
      "isolation.status-write-never-changes-metadata": "violated",
      "isolation.refused-write-changes-nothing": "violated",
    });
  });

  it("are shown between the two reads that differ", () => {
    const otherSpec = accepted(resourceAt("2", { spec: { size: 9 } }));
    const findings = judgeForeign({ attempt: otherSpec, after: otherSpec });
    const trial = trialWith({ attempt: otherSpec });
    const evidence = [trial.before, trial.attempt, trial.after].map(({ exchange }) => exchange);

    expect(
      findings.find(({ requirement }) => requirement.endsWith("never-changes-spec")),
    ).toMatchObject({ result: "violated", evidence });
  });

  it("must not be announced", () => {
    const { resourceVersion } = resourceAt("9").metadata;
    const events = settledWith({ events: [{ type: "MODIFIED", resourceVersion, arrivedMs: 25 }] });

    expect(openResults(judgeForeign({ attempt: invalid, events }))).toEqual({
      "watch.nothing-for-refused": "violated",
    });
  });

  it("decide nothing without a positive control, without a reply, or without a place", () => {
    expect(openResults(judgeForeign({ attempt: invalid, control: invalid }))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "undecided",
    });
    expect(openResults(judgeForeign({ attempt: noReply }))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "errored",
      "isolation.one-way-of-refusing": "errored",
    });
    expect(openResults(judgeForeign({ attempt: unsupported }))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "undecided",
    });
  });
});

function judgeForeign(
  withSpec: TrialParts,
  withMetadata: TrialParts = { attempt: invalid },
): readonly Finding[] {
  return foreignMembersInStatusWrite.judge(
    {
      withSpec: [foreign(withSpec, "a spec beside the status")],
      withMetadata: [foreign(withMetadata, "labels beside the status")],
      withUnknown: [foreign({ attempt: invalid }, "an unknown member beside the status")],
    },
    strictTarget,
  );
}

describe("an accepted status write", () => {
  it.each([
    { why: "nothing", after: accepted(resourceAt("2")), expected: {} },
    {
      why: "the spec",
      after: accepted(resourceAt("2", { spec: {} })),
      expected: { "isolation.status-write-never-changes-spec": "violated" },
    },
    {
      why: "a finalizer",
      after: accepted(resourceAt("2", { metadata: { finalizers: ["x"] } })),
      expected: { "isolation.status-write-never-changes-metadata": "violated" },
    },
    {
      why: "nobody knows what",
      after: noReply,
      expected: {
        "isolation.status-write-never-changes-spec": "errored",
        "isolation.status-write-never-changes-metadata": "errored",
      },
    },
  ])("that changes $why", ({ after, expected }) => {
    expect(openResults(judgeAccepted(after, after))).toEqual(expected);
  });

  it("decides nothing where reads lag behind", () => {
    const old = accepted(resourceAt("1", { spec: {} }));

    expect(openResults(judgeAccepted(accepted(resourceAt("2")), old))).toEqual({
      "isolation.status-write-never-changes-spec": "undecided",
      "isolation.status-write-never-changes-metadata": "undecided",
    });
  });
});

function judgeAccepted(write: Outcome, after: Outcome): readonly Finding[] {
  const steps = { authored: stepWith(plain, 1), before: stepWith(plain, 2) };
  return statusWriteKeepsSpecAndMetadata.judge(
    { ...steps, write: stepWith(write, 3), after: stepWith(after, 4) },
    strictTarget,
  );
}

describe("an author's write", () => {
  const kept = accepted(resourceAt("2", { status: { phase: "Ready" } }));
  const erased = accepted(resourceAt("2"));

  it.each([
    { why: "keeps the status", write: kept, after: kept, result: "held" },
    { why: "erases the status", write: erased, after: erased, result: "violated" },
    { why: "hides the status", write: erased, after: kept, result: "violated" },
    { why: "is refused", write: refused("conflict"), after: kept, result: "undecided" },
    { why: "gets no reply", write: noReply, after: kept, result: "errored" },
  ])("that $why: $result", ({ write, after, result }) => {
    const writes = [{ what: "a new spec", write: stepWith(write), after: stepWith(after) }];
    const findings = specWriteKeepsStatus.judge({ stored, writes }, strictTarget);

    expect(resultsOf(findings, "isolation.spec-write-never-changes-status")).toEqual([result]);
  });
});

describe("a status in a spec write", () => {
  it("is refused", () => {
    const findings = judgeStatus({ attempt: invalid, before }, { attempt: invalid, before });

    expect(openResults(findings)).toEqual({});
  });

  it("is neither dropped in silence nor stored", () => {
    const forged = accepted(resourceAt("2", { status: { phase: "Forged" } }));
    const forging = { attempt: forged, before, after: forged };

    expect(openResults(judgeStatus({ attempt: invalid, before }, forging))).toEqual({
      "isolation.status-in-spec-write-is-rejected": "violated",
      "isolation.spec-write-never-changes-status": "violated",
      "isolation.one-way-of-refusing": "violated",
    });
  });

  it("decides nothing where the target has no place for it", () => {
    expect(openResults(judgeStatus({ attempt: unsupported }))).toEqual({
      "isolation.status-in-spec-write-is-rejected": "undecided",
      "isolation.spec-write-never-changes-status": "undecided",
      "isolation.one-way-of-refusing": "undecided",
    });
  });
});

function judgeStatus(...trials: readonly TrialParts[]): readonly Finding[] {
  const what = "a status inside the spec";
  return statusInSpecWrite.judge(
    { trials: trials.map((trial) => foreign(trial, what)) },
    strictTarget,
  );
}
