import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { Finding, Step } from "#harness";
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
import { shows } from "../testing/status-builders.ts";
import { jsonPatchCreatesNoParents } from "./json-patch-creates-no-parents.ts";
import { jsonPatchFailsWhole } from "./json-patch-fails-whole.ts";
import { jsonPatchOperations } from "./json-patch-operations.ts";
import { malformedJsonPatchRefused } from "./malformed-json-patch-refused.ts";
import { mergePatch } from "./merge-patch.ts";

const invalid = stepWith(refused("invalid"));
const lost = stepWith(noReply);

describe("a merge patch", () => {
  const base = { num: 1, phase: "A", list: ["x", "y"] };
  const right = {
    first: shows(base),
    mention: shows({ ...base, num: 9 }),
    lists: shows({ ...base, num: 9, list: ["z"] }),
    removal: shows({ num: 9, list: ["z"] }),
    read: shows({ num: 9, list: ["z"] }),
  };

  it.each([
    { why: "by the rules", changed: {}, expected: {} },
    {
      why: "a first report refused",
      changed: { first: invalid },
      expected: { "write.merge-patch-creates-parents": "violated" },
    },
    {
      why: "an unmentioned member gone",
      changed: { mention: shows({ num: 9, list: ["x", "y"] }) },
      expected: { "write.merge-patch-keeps-unmentioned-members": "violated" },
    },
    {
      why: "lists joined",
      changed: { lists: shows({ ...base, list: ["x", "y", "z"] }) },
      expected: { "write.merge-patch-replaces-lists": "violated" },
    },
    {
      why: "a null ignored",
      changed: { removal: shows(base), read: shows(base) },
      expected: { "write.merge-patch-null-removes-member": "violated" },
    },
    {
      why: "a null answered as removed, and kept",
      changed: { read: shows(base) },
      expected: { "write.merge-patch-null-removes-member": "violated" },
    },
    {
      why: "no reply",
      changed: { mention: lost },
      expected: { "write.merge-patch-keeps-unmentioned-members": "errored" },
    },
    {
      why: "denied",
      changed: { lists: stepWith(refused("forbidden")) },
      expected: { "write.merge-patch-replaces-lists": "undecided" },
    },
  ])("$why", ({ changed, expected }) => {
    expect(openResults(judgeMerge({ ...right, ...changed }))).toEqual(expected);
  });

  function judgeMerge(steps: Readonly<Record<keyof typeof right, Step>>): readonly Finding[] {
    const { first, mention, lists, removal, read } = steps;
    return mergePatch.judge(
      {
        first: { write: first, expected: base },
        mention: { write: mention, expected: { ...base, num: 9 } },
        lists: { write: lists, expected: { list: ["z"] }, members: ["list"] },
        removal: { write: removal, expected: {}, members: ["phase"] },
        read,
      },
      strictTarget,
    );
  }
});

describe("the operations of a JSON patch", () => {
  const requirement = "write.json-patch-supports-every-operation";
  const rest = { phase: "A" };
  const values = { add: 2, replace: 3, test: 4, copy: 5, move: 6 };
  const right = {
    add: shows({ ...rest, num: 2 }, 1),
    replace: shows({ ...rest, num: 3 }, 2),
    test: shows({ ...rest, num: 4 }, 3),
    copy: shows({ ...rest, num: 5 }, 4),
    move: shows({ ...rest, num: 6 }, 5),
    remove: shows(rest, 6),
  };

  it.each([
    {
      why: "all carried out",
      changed: {},
      results: ["held", "held", "held", "held", "held", "held"],
    },
    {
      why: "one refused",
      changed: { move: stepWith(refused("invalid"), 5) },
      results: ["held", "held", "held", "held", "violated", "held"],
    },
    {
      why: "one without effect",
      changed: { add: shows({ ...rest, num: 1 }, 1) },
      results: ["violated", "held", "held", "held", "held", "held"],
    },
    {
      why: "a test of an unknown value",
      changed: { replace: stepWith(refused("invalid"), 2), test: stepWith(refused("invalid"), 3) },
      results: ["held", "violated", "undecided", "held", "held", "held"],
    },
    {
      why: "no reply",
      changed: { copy: stepWith(noReply, 4) },
      results: ["held", "held", "held", "errored", "held", "held"],
    },
  ])("$why", ({ changed, results }) => {
    const writes = { ...right, ...changed };

    expect(resultsOf(judge(writes, shows(rest, 7)), requirement)).toEqual(results);
  });

  it("must be stored", () => {
    expect(complaintOf(judge(right, shows({ ...rest, num: 6 }, 7)), requirement)).toBe(
      "the status: num is 6 instead of absent",
    );
  });

  function judge(writes: typeof right, read: Step): readonly Finding[] {
    return jsonPatchOperations.judge({ counter: "num", values, rest, writes, read }, strictTarget);
  }
});

const one: JsonObject = { num: 1 };
const changedInPart = accepted(resourceAt("2", { status: { num: 2 } }));
const unchanged = accepted(resourceAt("1", { status: one }));

describe("a JSON patch that fails", () => {
  it.each([
    { why: "refused", parts: { attempt: refused("invalid") }, expected: {} },
    {
      why: "refused and stored in part",
      parts: { attempt: refused("invalid"), after: changedInPart },
      expected: {
        "write.json-patch-is-all-or-nothing": "violated",
        "isolation.refused-write-changes-nothing": "violated",
      },
    },
    {
      why: "carried out in part",
      parts: { attempt: changedInPart, after: changedInPart },
      expected: {
        "write.json-patch-is-all-or-nothing": "violated",
        "write.json-patch-failure-is-invalid": "violated",
      },
    },
    {
      why: "taken for a conflict",
      parts: { attempt: refused("conflict") },
      expected: { "write.json-patch-failure-is-invalid": "violated" },
    },
    {
      why: "without a control",
      parts: { attempt: refused("invalid"), control: refused("invalid") },
      expected: {
        "write.json-patch-is-all-or-nothing": "undecided",
        "write.json-patch-failure-is-invalid": "undecided",
      },
    },
    {
      why: "without a reply",
      parts: { attempt: noReply },
      expected: {
        "write.json-patch-is-all-or-nothing": "errored",
        "write.json-patch-failure-is-invalid": "errored",
      },
    },
  ])("$why", ({ parts, expected }) => {
    const trial = trialWith({ before: unchanged, ...parts });
    const findings = jsonPatchFailsWhole.judge(
      { failing: [{ defect: "a test fails", trial }] },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(expected);
  });
});

describe("a JSON patch of an absent status", () => {
  const requirement = "write.json-patch-creates-no-parents";

  it.each([
    { why: "refused", attempt: refused("invalid"), result: "held" },
    { why: "accepted", attempt: changedInPart, result: "violated" },
    { why: "no reply", attempt: noReply, result: "errored" },
  ])("$why: $result", ({ attempt, result }) => {
    const findings = jsonPatchCreatesNoParents.judge(
      { trial: trialWith({ attempt }) },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });

  it("is no instance where every object has a status", () => {
    const findings = jsonPatchCreatesNoParents.judge({}, strictTarget);

    expect(findings.map(({ result }) => result)).toEqual(["held", "held", "held"]);
    expect(findings).toMatchObject([{ instances: 0 }, { instances: 0 }, { instances: 0 }]);
  });
});

describe("a malformed JSON patch", () => {
  const requirement = "write.malformed-json-patch-refused";

  it.each<TrialParts & { readonly result: Finding["result"] }>([
    { attempt: refused("invalid"), result: "held" },
    { attempt: accepted(resourceAt("2")), result: "violated" },
    { attempt: refused("internal"), result: "violated" },
    { attempt: refused("invalid"), control: refused("invalid"), result: "undecided" },
    { attempt: noReply, result: "errored" },
  ])("is $attempt.result: $result", ({ result, ...parts }) => {
    const trials = [{ because: "it is no list", trial: trialWith(parts) }];

    expect(
      resultsOf(malformedJsonPatchRefused.judge({ trials }, strictTarget), requirement),
    ).toEqual([result]);
  });
});
