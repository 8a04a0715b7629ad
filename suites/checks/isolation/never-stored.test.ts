import { describe, expect, it } from "vitest";
import type { Outcome, RequirementId } from "#contract";
import type { Finding } from "#harness";
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
import type { TrialParts } from "../testing/builders.ts";
import { createStoresNoStatus } from "./create-stores-no-status.ts";
import { placesIn, unknownMembersNeverStored } from "./unknown-members-never-stored.ts";

const plain = accepted(resourceAt("1"));
const forged = accepted(resourceAt("1", { status: { phase: "Ready" } }));
const since = (second: number): Outcome =>
  accepted(resourceAt("1", { status: { waits: [{ since: `2024-05-01T12:00:0${second}Z` }] } }));
const invalid = refused("invalid");
const missing = refused("notFound");
const denied = refused("forbidden");

describe("a status in a creation", () => {
  it.each([
    { why: "refused", attempt: invalid, after: missing, control: plain, result: "held" },
    { why: "dropped", attempt: plain, after: plain, control: plain, result: "held" },
    { why: "a default for all", attempt: forged, after: forged, control: forged, result: "held" },
    { why: "a default of now", attempt: plain, after: since(7), control: since(9), result: "held" },
    { why: "stored", attempt: forged, after: forged, control: plain, result: "violated" },
    { why: "stored unseen", attempt: plain, after: forged, control: plain, result: "violated" },
    { why: "no control", attempt: invalid, after: missing, control: invalid, result: "undecided" },
    { why: "no response", attempt: noReply, after: missing, control: plain, result: "errored" },
    { why: "no answer", attempt: forged, after: noReply, control: plain, result: "errored" },
    { why: "no such name", attempt: plain, after: missing, control: plain, result: "undecided" },
    { why: "hidden", attempt: invalid, after: denied, control: plain, result: "undecided" },
    { why: "its own", attempt: plain, after: since(7), control: plain, result: "held" },
    { why: "not the default", attempt: plain, after: plain, control: forged, result: "violated" },
    {
      why: "rejected, but stored",
      attempt: invalid,
      after: forged,
      control: plain,
      result: "violated",
    },
  ])("$why: $result", ({ why: _why, result, ...parts }) => {
    const findings = judgeCreation({ before: missing, ...parts });

    expect(resultsOf(findings, "isolation.create-never-stores-status")).toEqual([result]);
  });

  it("is reported with the object's actual value", () => {
    const parts = { before: missing, attempt: forged, after: forged };
    const claims = [plain, accepted(resourceAt("1", { status: { phase: "New" } }))].map(
      (control) => judgeCreation({ ...parts, control })[0],
    );

    expect(claims).toMatchObject([
      {
        expected: "a create request with a status next to the spec stores no status",
        actual: 'the created object\'s status.phase is "Ready"',
        evidence: [2, 3, 4],
      },
      {
        expected:
          "a create request with a status next to the spec stores the same initial status as " +
          "a create request without a status",
        actual: 'the created object\'s status.phase is "Ready"',
        evidence: [2, 3, 4],
      },
    ]);
  });

  it("shows nothing without a control, or without a place for it", () => {
    const { control: _control, ...trial } = trialWith({ before: missing, attempt: invalid });
    const unsupported = { result: "unsupported", detail: "no place" } as const;
    const requirement = "isolation.create-never-stores-status";

    expect(
      openResults(createStoresNoStatus.judge({ trials: [{ ...spelling, trial }] }, strictTarget)),
    ).toEqual({
      [requirement]: "undecided",
    });
    expect(openResults(judgeCreation({ attempt: unsupported }))).toEqual({
      [requirement]: "undecided",
      "isolation.one-way-of-refusing": "undecided",
    });
  });

  it("that is rejected creates nothing", () => {
    const findings = judgeCreation({ before: missing, attempt: invalid, after: plain });

    expect(openResults(findings)).toEqual({
      "isolation.refused-write-changes-nothing": "violated",
    });
  });
});

const spelling = {
  what: "a status next to the spec",
  foreign: { place: "beside", members: { status: { phase: "Ready" } } },
} as const;

function judgeCreation(parts: TrialParts): readonly Finding[] {
  return createStoresNoStatus.judge(
    { trials: [{ ...spelling, trial: trialWith(parts) }] },
    strictTarget,
  );
}

describe("an unknown member of a status", () => {
  const requirement: RequirementId = "isolation.unknown-members-never-stored";
  const kept = accepted(resourceAt("2", { status: { list: [{ conformanceUnknown: "yes" }] } }));

  const fields = { "f:status": { "f:conformanceUnknown": {} } };
  const managedFields = [{ manager: "m", operation: "Apply", fields }] as const;
  const owned = accepted(resourceAt("2", { status: {}, metadata: { managedFields } }));

  it.each([
    { why: "refused", parts: { attempt: invalid }, result: "held" },
    { why: "dropped, but owned", parts: { attempt: owned, after: owned }, result: "held" },
    { why: "dropped", parts: { attempt: plain, after: plain }, result: "held" },
    { why: "stored", parts: { attempt: plain, after: kept }, result: "violated" },
    { why: "no control", parts: { attempt: invalid, control: invalid }, result: "undecided" },
    { why: "no response", parts: { attempt: noReply }, result: "errored" },
    { why: "shown, then hidden", parts: { attempt: kept, after: denied }, result: "violated" },
    { why: "hidden", parts: { attempt: plain, after: denied }, result: "undecided" },
    { why: "in a response alone", parts: { attempt: kept, after: plain }, result: "violated" },
    { why: "in the control", parts: { attempt: invalid, control: kept }, result: "violated" },
    { why: "no answer", parts: { attempt: plain, control: noReply }, result: "errored" },
  ])("$why: $result", ({ parts, result }) => {
    expect(resultsOf(judgeUnknown(parts, plain), requirement)).toEqual([result]);
  });

  it("is found by any read that shows it", () => {
    const findings = judgeUnknown({ attempt: plain, after: plain }, kept);

    expect(complaintOf(findings, requirement)).toBe("conformanceUnknown is present in exchange 5");
    expect(findings[0]?.evidence).toEqual([2, 3, 4, 5]);
  });

  it("is found by each that shows it", () => {
    const findings = judgeUnknown({ attempt: kept, after: kept }, plain);

    expect(complaintOf(findings, requirement)).toBe(
      "conformanceUnknown is present in exchange 2, exchange 3",
    );
  });

  it("shows nothing without a control", () => {
    const { control: _control, ...trial } = trialWith({ attempt: invalid });
    const trials = [{ where: "at the top", trial, reads: [stepWith(kept, 5)] }];

    expect(openResults(unknownMembersNeverStored.judge({ trials }, strictTarget))).toEqual({
      [requirement]: "undecided",
    });
  });

  it("is at the top level, and inside the first object or list of objects", () => {
    const unknown = { conformanceUnknown: "yes" };

    expect(placesIn({ num: 1, list: [1] })).toEqual([
      { where: "at the top level of the status", status: { num: 1, list: [1], ...unknown } },
    ]);
    expect(placesIn({ num: 1, one: { a: 1 }, other: {} }).slice(1)).toEqual([
      { where: "inside status.one", status: { num: 1, one: { a: 1, ...unknown }, other: {} } },
    ]);
    expect(placesIn({ num: 1, one: { a: 1 }, other: {} }, ["one"]).slice(1)).toEqual([
      { where: "inside status.other", status: { num: 1, one: { a: 1 }, other: unknown } },
    ]);
    expect(placesIn({ none: [], list: [{ a: 1 }, { a: 2 }], one: {} }).slice(1)).toEqual([
      {
        where: "inside status.list[0]",
        status: { none: [], list: [{ a: 1, ...unknown }], one: {} },
      },
    ]);
  });
});

function judgeUnknown(parts: TrialParts, lastRead: Outcome): readonly Finding[] {
  const trial = trialWith(parts);
  const trials = [{ where: "at the top", trial, reads: [stepWith(lastRead, 5)] }];
  return unknownMembersNeverStored.judge({ trials }, strictTarget);
}
