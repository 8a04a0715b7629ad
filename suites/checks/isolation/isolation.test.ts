import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { TrialParts } from "../testing/builders.ts";
import { shortenedSpec, specWriteKeepsStatus } from "./spec-write-keeps-status.ts";
import { statusInSpecWrite } from "./status-in-spec-write.ts";
import { statusWriteKeepsSpecAndMetadata } from "./status-write-keeps-spec-and-metadata.ts";

const stored = resourceAt("1", { status: { phase: "Ready" } });
const before = accepted(stored);
const plain = accepted(resourceAt("1"));
const labeled = stepWith(accepted(resourceAt("2", { metadata: { labels: { of: "a" } } })), 4);
const invalid = refused("invalid");
const unsupported: Outcome = { result: "unsupported", detail: "no place inside" };

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
      why: "what is there until it is deleted",
      after: accepted(resourceAt("2", { metadata: { deletionTimestamp: "2024-01-01T00:00:00Z" } })),
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

  it("decides nothing if reads are stale", () => {
    const old = accepted(resourceAt("1", { spec: {} }));

    expect(openResults(judgeAccepted(accepted(resourceAt("2")), old))).toEqual({
      "isolation.status-write-never-changes-spec": "undecided",
      "isolation.status-write-never-changes-metadata": "undecided",
    });
    expect(judgeAccepted(accepted(resourceAt("2")), old)).toMatchObject([
      {
        reason: "the read shows version 1, but version 2 was written before the read",
        evidence: [1, 2, 3, 4],
      },
      { evidence: [1, 2, 3, 4] },
    ]);
  });

  it("decides nothing if the previous read is stale", () => {
    const steps = { authored: stepWith(accepted(resourceAt("3")), 1), before: stepWith(plain, 2) };
    const after = stepWith(accepted(resourceAt("4")), 4);
    const observations = { ...steps, write: { ...after, exchange: 3 }, after };

    expect(openResults(statusWriteKeepsSpecAndMetadata.judge(observations, strictTarget))).toEqual({
      "isolation.status-write-never-changes-spec": "undecided",
      "isolation.status-write-never-changes-metadata": "undecided",
    });
  });

  it.each([
    { why: "clears the status", left: accepted(resourceAt("3")), expected: {} },
    { why: "is rejected", attempt: invalid, left: plain, expected: {} },
    {
      why: "deletes the object",
      left: refused("notFound"),
      expected: { "isolation.status-write-never-changes-spec": "violated" },
    },
    {
      why: "deletes the object and reports an error",
      attempt: invalid,
      left: refused("notFound"),
      expected: { "isolation.status-write-never-changes-spec": "violated" },
    },
    {
      why: "marks the object",
      left: accepted(resourceAt("3", { metadata: { deletionTimestamp: "2024-01-01T00:00:00Z" } })),
      expected: { "isolation.status-write-never-changes-metadata": "violated" },
    },
    {
      why: "is followed by a denied read",
      left: refused("forbidden"),
      expected: {
        "isolation.status-write-never-changes-spec": "undecided",
        "isolation.status-write-never-changes-metadata": "undecided",
      },
    },
  ])("is followed by a deletion of the status that $why", ({ attempt, left, expected }) => {
    const steps = { authored: stepWith(plain, 1), before: stepWith(plain, 2) };
    const written = accepted(resourceAt("2"));
    const deletion = { attempt: stepWith(attempt ?? plain, 5), after: stepWith(left, 6) };
    const findings = statusWriteKeepsSpecAndMetadata.judge(
      { ...steps, write: stepWith(written, 3), after: stepWith(written, 4), deletion },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(expected);
  });

  it.each([
    { why: "keeps", labels: { of: "a" }, expected: {} },
    {
      why: "loses",
      labels: undefined,
      expected: { "isolation.status-write-never-changes-metadata": "violated" },
    },
  ])("$why labels that it omits", ({ labels, expected }) => {
    const metadata = labels === undefined ? {} : { labels };
    const sparse = {
      before: labeled,
      attempt: stepWith(accepted(resourceAt("3", { metadata })), 5),
      after: stepWith(accepted(resourceAt("3", { metadata })), 6),
    };
    const steps = { authored: labeled, before: labeled, write: labeled, after: labeled };
    const findings = statusWriteKeepsSpecAndMetadata.judge({ ...steps, sparse }, strictTarget);

    expect(openResults(findings)).toEqual(expected);
  });

  it.each([
    { why: "keeps", color: "red", version: "3", expected: {} },
    {
      why: "changes",
      color: "blue",
      version: "3",
      expected: { "isolation.status-write-never-changes-spec": "violated" },
    },
    { why: "is followed by a stale read of", color: "blue", version: "2", expected: {} },
  ])("$why a spec field that no sample contains", ({ color, version, expected }) => {
    const done = accepted(resourceAt("2"));
    const steps = { authored: stepWith(done, 1), before: stepWith(done, 2) };
    const filled = {
      before: stepWith(accepted(resourceAt("2", { spec: { color: "red" } })), 5),
      attempt: stepWith(accepted(resourceAt("3")), 6),
      after: stepWith(accepted(resourceAt(version, { spec: { color } })), 7),
    };
    const findings = statusWriteKeepsSpecAndMetadata.judge(
      { ...steps, write: stepWith(done, 3), after: stepWith(done, 4), filled },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(expected);
  });

  it("is compared by the reads only if its response has no object", () => {
    const other = accepted(resourceAt("2", { spec: {} }));

    expect(openResults(judgeAccepted({ result: "done" }, other))).toEqual({
      "isolation.status-write-never-changes-spec": "violated",
    });
    expect(openResults(judgeAccepted(other, refused("notFound")))).toEqual({
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
    { why: "is rejected", write: refused("conflict"), after: kept, result: "undecided" },
    { why: "shows it, but stores none", write: kept, after: erased, result: "violated" },
    { why: "gets no response", write: noReply, after: kept, result: "errored" },
  ])("that $why: $result", ({ write, after, result }) => {
    expect(
      resultsOf(judgeSpecWrite(write, after), "isolation.spec-write-never-changes-status"),
    ).toEqual([result]);
  });

  it("is reported with the written value", () => {
    const lost = 'it is absent instead of {"phase":"Ready"}';

    expect(judgeSpecWrite(erased, kept)).toMatchObject([
      {
        expected: "after a new spec, the status is unchanged",
        actual: `the status in the response: ${lost}`,
        evidence: [1, 2],
      },
    ]);
    expect(judgeSpecWrite(kept, erased)).toMatchObject([{ actual: `the stored status: ${lost}` }]);
  });

  it.each([
    { when: "it has fields that no sample contains", part: "filled" },
    { when: "the spec lacks its optional fields", part: "shortened" },
    { when: "the object was sent without a status", part: "bare" },
  ])("keeps the status also if $when", ({ part }) => {
    const writes = [{ what: "a spec", write: stepWith(kept, 1), after: stepWith(erased, 2) }];
    const trial = { stored, writes: [], [part]: { stored, writes } };
    const findings = specWriteKeepsStatus.judge(trial, strictTarget);

    expect(openResults(findings)).toEqual({
      "isolation.spec-write-never-changes-status": "violated",
    });
  });

  it("is kept if reads omit a field of it, and compared with a read if it is lost", () => {
    const whole = resourceAt("2", { status: { ...stored.status, hint: "a" } });
    const judge = (write: Outcome, after: Outcome): readonly Finding[] => {
      const writes = [{ what: "a spec", write: stepWith(write, 1), after: stepWith(after, 2) }];
      return specWriteKeepsStatus.judge({ stored, reported: whole, writes }, strictTarget);
    };

    expect(openResults(judge(kept, kept))).toEqual({});
    expect(openResults(judge(accepted(whole), kept))).toEqual({});
    expect(judge(kept, erased)).toMatchObject([{ result: "violated" }]);
    expect(judge(erased, kept)).toMatchObject([{ result: "violated" }]);
  });

  it.each([
    { why: "the required fields", stored: { size: 1, depth: 1 }, expected: { size: 2 } },
    {
      why: "one more, for a change",
      stored: { size: 2, depth: 1 },
      expected: { size: 2, depth: 2 },
    },
    {
      why: "all fields of equal specs",
      stored: { size: 2, depth: 2, note: "a" },
      expected: { size: 2 },
    },
  ])("is tried with a spec of $why", ({ stored: replaced, expected }) => {
    const number = { kind: "number", least: 0, most: 9 } as const;
    const members = ["size", "depth", "note"].map((name) => ({
      name,
      shape: number,
      isRequired: name === "size",
    }));
    const spec = { size: 2, depth: 2, note: "a" };

    expect(shortenedSpec(spec, replaced, { kind: "object", members })).toEqual(expected);
    expect(shortenedSpec({ size: 2 }, replaced, { kind: "object", members })).toBeUndefined();
  });
});

function judgeSpecWrite(write: Outcome, after: Outcome): readonly Finding[] {
  const writes = [{ what: "a new spec", write: stepWith(write, 1), after: stepWith(after, 2) }];
  return specWriteKeepsStatus.judge({ stored, writes }, strictTarget);
}

describe("a status in a spec write", () => {
  it("is not stored by an apply, which may reject an unknown field", () => {
    const forged = accepted(resourceAt("2", { status: { phase: "Forged" } }));
    const foreign = { place: "beside", members: { status: {} } } as const;
    const one = { what: "a status next to the spec (apply)", foreign, isInPlace: true };
    const inside = { ...one, foreign: { ...foreign, place: "inside" }, isInPlace: false } as const;
    const applied = [
      { ...one, trial: trialWith({ attempt: forged, before, after: forged }) },
      { ...inside, trial: trialWith({ attempt: invalid, before, after: before }) },
    ];
    const trial = trialWith({ attempt: plain, before, after: before });
    const target = {
      ...strictTarget,
      semantics: { ...strictTarget.semantics, crossWrite: "ignored" },
    } as const;
    const findings = statusInSpecWrite.judge({ trials: [{ ...one, trial }], applied }, target);

    expect(openResults(findings)).toMatchObject({
      "isolation.spec-write-never-changes-status": "violated",
    });
    expect(openResults(findings)).not.toHaveProperty(["isolation.one-way-of-refusing"]);
  });

  it("is rejected", () => {
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

  it("is reported with the attempt between the reads", () => {
    const forged = accepted(resourceAt("2", { status: { phase: "Forged" } }));
    const findings = judgeStatus({ attempt: forged, before, after: forged });

    expect(findings[0]).toMatchObject({
      expected:
        "rejected as invalid or forbidden, because the write contains a status inside the spec",
    });
    expect(findings.slice(3, 4)).toMatchObject([
      {
        expected: "a spec write with a status inside the spec leaves the status unchanged",
        actual: 'the stored status: phase is "Forged" instead of "Ready"',
        evidence: [1, 2, 3],
      },
    ]);
  });

  it("changes nothing if it is rejected", () => {
    const after = accepted(resourceAt("2", { status: { phase: "Ready" } }));

    expect(openResults(judgeStatus({ attempt: refused("forbidden"), before, after }))).toEqual({
      "isolation.refused-write-changes-nothing": "violated",
    });
  });

  it("decides nothing if the target has no place for it", () => {
    expect(openResults(judgeStatus({ attempt: unsupported }))).toEqual({
      "isolation.status-in-spec-write-is-rejected": "undecided",
      "isolation.spec-write-never-changes-status": "undecided",
      "isolation.one-way-of-refusing": "undecided",
    });
  });
});

function judgeStatus(...trials: readonly TrialParts[]): readonly Finding[] {
  const foreign = { place: "beside", members: {} } as const;
  const tried = trials.map((parts) => ({
    what: "a status inside the spec",
    foreign,
    trial: trialWith(parts),
  }));
  return statusInSpecWrite.judge({ trials: tried }, strictTarget);
}
