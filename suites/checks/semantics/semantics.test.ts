import { describe, expect, it } from "vitest";
import type { JsonValue, Outcome } from "#contract";
import type { Finding } from "#harness";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { listsAreMerged, listsIn, unspokenIn } from "./lists-are-merged.ts";
import { nullMembersStay } from "./null-members-stay.ts";
import { versionsArePerObject } from "./versions-are-per-object.ts";

const done = accepted(resourceAt("3"));

function shows(status: Readonly<Record<string, JsonValue>>): Outcome {
  return accepted(resourceAt("3", { status }));
}

describe("a member that was sent as null", () => {
  const requirement = "semantics.null-members-stay";
  const judge = (read: Outcome, write = done, stored: JsonValue = "Ready"): readonly Finding[] => {
    const steps = { write: stepWith(write, 2), read: stepWith(read, 3) };
    return nullMembersStay.judge({ member: "phase", stored, ...steps }, strictTarget);
  };

  it("stays", () => {
    expect(resultsOf(judge(shows({ phase: "Ready" })), requirement)).toEqual(["held"]);
  });

  it.each([
    { read: done, actual: "it was cleared" },
    { read: shows({}), actual: "it was cleared" },
    { read: shows({ phase: null }), actual: "it is null" },
    { read: shows({ phase: "Pending" }), actual: 'it is "Pending"' },
  ])("does not stay: $actual", ({ read, actual }) => {
    const expected = 'status.phase is still "Ready", as declared (nullMembers: unchanged)';

    expect(violationsIn(judge(read))).toEqual([{ expected, actual, evidence: [2, 3] }]);
  });

  it.each([
    { why: "no response", findings: judge(done, noReply), result: "errored" },
    { why: "refused", findings: judge(done, refused("invalid")), result: "undecided" },
    {
      why: "not there before",
      findings: judge(shows({ phase: 1 }), done, null),
      result: "undecided",
    },
  ])("is not judged: $why", ({ findings, result }) => {
    expect(resultsOf(findings, requirement)).toEqual([result]);
  });

  it("has to be there before", () => {
    const doubt = ["the first write did not store phase, so there is no value to keep", 2];

    expect(doubtsIn(judge(done, done, null))).toEqual([doubt]);
  });
});

describe("a list that is merged", () => {
  const requirement = "semantics.lists-are-merged";
  const written = { type: "c", at: 1 };

  it.each<{ readonly why: string; readonly list: JsonValue }>([
    { why: "keeps what was not spoken of, and takes what was", list: ["a", "b", written] },
    { why: "in any order", list: [written, "b", "a"] },
    { why: "merges items as well", list: ["a", "b", { ...written, by: "d" }] },
  ])("$why", ({ list }) => {
    expect(resultsOf(judgeList(list), requirement)).toEqual(["held"]);
  });

  it.each<{ readonly list: JsonValue }>([
    { list: ["b", written] },
    { list: ["a", written] },
    { list: ["a", "b"] },
    { list: ["a", "b", { ...written, at: 2 }] },
    { list: ["a", "b", { type: "c" }] },
    { list: [{ a: "a" }, "b", written] },
    { list: [] },
  ])("is not $list", ({ list }) => {
    const expected = `status.list contains the stored items ["a"] and the submitted items ["b",{"type":"c","at":1}], as declared (lists: merged)`;
    const actual = `it is ${JSON.stringify(list)}`;

    expect(violationsIn(judgeList(list))).toEqual([{ expected, actual, evidence: [2, 3] }]);
  });

  it("keeps all omitted fields", () => {
    expect(resultsOf(judgeList(["a", "b", written], ["a", "c"]), requirement)).toEqual([
      "violated",
    ]);
  });

  it("is no other value", () => {
    expect(violationsIn(judgeList("a"))).toMatchObject([{ actual: "it is []" }]);
  });

  it("cannot be distinguished from a replaced one if the write contained all fields", () => {
    const doubt = ["the samples of the kind have no lists with different items"];

    expect(doubtsIn(judgeList(["b", written], []))).toEqual([doubt]);
    expect(doubtsIn(listsAreMerged.judge(null, strictTarget))).toEqual([doubt]);
  });

  it.each([
    {
      why: "another item",
      statuses: [{ a: 1, list: ["a", "b"] }, { list: ["b"] }],
      found: { member: "list", first: ["a", "b"], second: ["b"] },
      unspoken: ["a"],
    },
    {
      why: "another type",
      statuses: [{ list: [{ type: "a" }] }, { list: [{ type: "b" }] }],
      found: { member: "list", first: [{ type: "a" }], second: [{ type: "b" }] },
      unspoken: [{ type: "a" }],
    },
    {
      why: "another name, the last of three",
      statuses: [{}, { list: [{ name: "a" }] }, { list: [{ name: "b" }] }],
      found: { member: "list", first: [{ name: "a" }], second: [{ name: "b" }] },
      unspoken: [{ name: "a" }],
    },
    {
      why: "an item more, in the second sample",
      statuses: [{ list: ["a"] }, { list: ["a", "b"] }],
      found: { member: "list", first: ["a", "b"], second: ["a"] },
      unspoken: ["b"],
    },
  ])("is looked for among samples: $why", ({ statuses, found, unspoken }) => {
    expect(listsIn(statuses)).toEqual(found);
    expect(unspokenIn(found)).toEqual(unspoken);
  });

  it.each([
    {
      why: "the same items",
      statuses: [{ list: [{ type: "a", at: 1 }] }, { list: [{ type: "a" }] }],
    },
    { why: "an empty list", statuses: [{ list: ["a"] }, { list: [] }, {}] },
    { why: "no list", statuses: [{ list: "a" }, { list: "b" }] },
  ])("is found nowhere: $why", ({ statuses }) => {
    expect(listsIn(statuses)).toBeUndefined();
  });
});

describe("versions of new objects", () => {
  it.each([
    { versions: ["1", "1", "1"] },
    { versions: ["1", "2", "2"] },
    { versions: ["a9", "b1", "c4"] },
    { versions: ["7a", "8a", "9a"] },
    { versions: ["7", "8", "c4"] },
    { versions: ["7", "3", "9"] },
    { versions: ["7", "9", "8"] },
    { versions: ["7"] },
  ])("are of each object on its own: $versions", ({ versions }) => {
    expect(resultsOf(judgeVersions(versions), "semantics.versions-are-per-object")).toEqual([
      "held",
    ]);
  });

  it.each([
    { versions: ["7", "9", "10"] },
    { versions: ["7", "8"] },
    { versions: ["123456789012345677", "123456789012345678"] },
  ])("are of one sequence: $versions", ({ versions }) => {
    expect(violationsIn(judgeVersions(versions))).toEqual([
      {
        expected:
          "the versions of new objects do not form a single sequence, as declared (versionScope: object)",
        actual: `${versions.join(", ")}, each greater than the previous version`,
        evidence: versions.map((_, index) => index + 1),
      },
    ]);
  });
});

function judgeList(list: JsonValue, unspoken: readonly JsonValue[] = ["a"]): readonly Finding[] {
  const steps = { write: stepWith(done, 2), read: stepWith(shows({ list }), 3) };
  const known = { member: "list", unspoken, submitted: ["b", { type: "c", at: 1 }] };
  return listsAreMerged.judge({ ...known, ...steps }, strictTarget);
}

function judgeVersions(versions: readonly string[]): readonly Finding[] {
  const fixtures = versions.map((version, index) => {
    const object = resourceAt(version);
    return { key: { kind: "Service", name: "a" }, object, exchange: index + 1 };
  });
  return versionsArePerObject.judge(fixtures, strictTarget);
}
