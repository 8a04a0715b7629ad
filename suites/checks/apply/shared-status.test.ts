import { describe, expect, it } from "vitest";
import type { JsonObject, ManagedFields, Outcome, Resource } from "#contract";
import type { Finding, Step } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { shows } from "../testing/status-builders.ts";
import { conditionOf, conditionsMergeByType } from "./conditions-merge-by-type.ts";
import { managers } from "./field-managers.ts";
import { otherWritesTakeFields } from "./other-writes-take-fields.ts";
import { ownershipIsPerSide } from "./ownership-is-per-side.ts";

const conflict = stepWith(refused("conflict"));
const lost = stepWith(noReply);

describe("conditions of two managers", () => {
  const ready = { type: "Ready", status: "True" };
  const synced = { type: "Synced", status: "True" };

  it.each([
    { why: "merged, in any order", conditions: [synced, ready], result: "held" },
    { why: "beside others", conditions: [ready, synced, { type: "Other" }], result: "held" },
    { why: "one lost", conditions: [synced], result: "violated" },
    { why: "one changed", conditions: [{ ...ready, status: "False" }, synced], result: "violated" },
    { why: "beside one without a type", conditions: [ready, synced, { type: 7 }], result: "held" },
    { why: "no list", conditions: "Ready, Synced", result: "violated" },
  ])("$why: $result", ({ conditions, result }) => {
    expect(resultsAfter(shows({ conditions }), { present: [ready, synced], absent: [] })).toEqual([
      result,
    ]);
  });

  it.each([
    { why: "gone", write: shows({ conditions: [synced] }), result: "held" },
    { why: "still there", write: shows({ conditions: [ready, synced] }), result: "violated" },
    { why: "gone with the list", write: shows({}), result: "held" },
    { why: "refused", write: conflict, result: "violated" },
    { why: "no response", write: lost, result: "errored" },
    { why: "hidden", write: shows({}), shown: stepWith(refused("forbidden")), result: "undecided" },
    { why: "unknown", write: shows({}), shown: lost, result: "errored" },
    { why: "rejected and hidden", write: conflict, shown: conflict, result: "violated" },
  ])("an omitted one is $why: $result", ({ write, shown, result }) => {
    expect(resultsAfter(write, { present: [], absent: ["Ready"] }, shown)).toEqual([result]);
  });

  it("are not judged after a turn that was rejected", () => {
    const turn = {
      requirement: "apply.conditions-merge-by-type",
      what: "somebody applies",
      present: [ready],
      absent: [],
    } as const;
    const turns = [conflict, shows({})].map((write) => ({ ...turn, write, shown: write }));
    const findings = conditionsMergeByType.judge({ turns }, strictTarget);

    expect(resultsOf(findings, turn.requirement)).toEqual(["violated", "undecided"]);
  });

  it("are named with their outcomes", () => {
    const requirement = "apply.conditions-merge-by-type";
    const write = shows({ conditions: [synced] });
    const turn = { requirement, what: "somebody applies", write, shown: write } as const;
    const wanted = { present: [ready, synced], absent: ["Other"] };

    expect(conditionsMergeByType.judge({ turns: [{ ...turn, ...wanted }] }, strictTarget)).toEqual([
      {
        result: "violated",
        requirement,
        expected:
          "when somebody applies, Ready has the applied value and Synced has the applied value and Other is removed",
        actual: `the conditions by type: Ready is absent instead of ${JSON.stringify(ready)}`,
        evidence: [1],
      },
    ]);
  });

  it("are complete", () => {
    expect(conditionOf("Ready", "False")).toEqual({
      type: "Ready",
      status: "False",
      reason: expect.stringMatching(/^[A-Za-z]+$/),
      message: expect.stringMatching(/./),
      lastTransitionTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      observedGeneration: 1,
    });
  });
});

describe("a write of another form over an applied field", () => {
  const right = { write: shows({ num: 2 }), reapply: conflict, forced: shows({ num: 3 }) };
  const never = "apply.other-writes-never-conflict";
  const takes = "apply.other-writes-take-fields";

  it.each([
    { why: "takes it", changed: {}, expected: {} },
    {
      why: "takes it beside the default of the kind",
      changed: { write: shows({ num: 2, phase: "New" }) },
      expected: {},
    },
    {
      why: "stores something else",
      changed: { write: shows({ num: 1 }) },
      expected: { [never]: "violated" },
    },
    {
      why: "conflicts",
      changed: { write: conflict },
      expected: { [never]: "violated", [takes]: "undecided" },
    },
    {
      why: "leaves it",
      changed: { reapply: shows({ num: 3 }) },
      expected: { [takes]: "violated" },
    },
    { why: "no control", changed: { forced: conflict }, expected: { [takes]: "undecided" } },
    {
      why: "no response",
      changed: { write: lost },
      expected: { [never]: "errored", [takes]: "errored" },
    },
  ])("$why", ({ changed, expected }) => {
    const trial = { written: { num: 2 }, ...right, ...changed };

    expect(openResults(otherWritesTakeFields.judge({ trials: [trial] }, strictTarget))).toEqual(
      expected,
    );
  });

  it("is named by its mutation, where it has one", () => {
    const trial = { written: { num: 2 }, ...right, write: conflict };
    const named = { ...conflict, command: { ...conflict.command, via: "report" } };

    expect(
      otherWritesTakeFields.judge({ trials: [trial, { ...trial, write: named }] }, strictTarget),
    ).toMatchObject([
      { expected: "accepted, and status.num is 2, because the write is not an apply" },
      { result: "undecided" },
      { expected: "accepted, and status.num is 2, because report is not an apply" },
      { result: "undecided" },
    ]);
  });

  it("is no instance where there is no other form", () => {
    expect(otherWritesTakeFields.judge({ trials: [] }, strictTarget)).toMatchObject([
      { instances: 0 },
      { instances: 0 },
    ]);
  });
});

function resultsAfter(
  write: Step,
  wanted: { readonly present: readonly JsonObject[]; readonly absent: readonly string[] },
  shown = write,
): readonly Finding["result"][] {
  const requirement = "apply.conditions-merge-by-type";
  const turn = { requirement, what: "somebody applies", write, shown, ...wanted } as const;
  return resultsOf(conditionsMergeByType.judge({ turns: [turn] }, strictTarget), requirement);
}

describe("the two sides of a manager", () => {
  const requirement = "apply.ownership-is-per-side";
  const own = { manager: managers.first, fields: {} };
  const object: ManagedFields = { ...own, operation: "Update" };
  const status: ManagedFields = { ...own, operation: "Apply", subresource: "status" };
  const other: ManagedFields = { ...status, manager: managers.second };

  it.each([
    { why: "apart", entries: [object, status], spec: { size: 2 }, results: ["held", "held"] },
    { why: "in one entry", entries: [status], spec: { size: 2 }, results: ["violated", "held"] },
    { why: "not recorded", entries: [], spec: { size: 2 }, results: ["violated", "held"] },
    {
      why: "beside others",
      entries: [object, other, status],
      spec: { size: 2 },
      results: ["held", "held"],
    },
    {
      why: "of others",
      entries: [object, other],
      spec: { size: 2 },
      results: ["violated", "held"],
    },
    { why: "withdrawn", entries: [object, status], spec: {}, results: ["held", "violated"] },
  ])("$why", ({ entries, spec, results }) => {
    expect(
      resultsOf(judgeSides(entries, accepted(resourceAt("4", { spec }))), requirement),
    ).toEqual(results);
  });

  it.each([
    { entries: [], actual: "it has entries on: neither" },
    { entries: [status, other], actual: "it has entries on: the status" },
    { entries: [object, object], actual: "it has entries on: the object" },
  ])("are named in $actual", ({ entries, actual }) => {
    const read = accepted(resourceAt("4", { spec: { size: 2 } }));

    expect(judgeSides(entries, read)).toMatchObject([
      {
        expected:
          'managedFields has an entry for "conformance-first" on the object and one on the status',
        actual,
        evidence: [1, 2],
      },
      { result: "held" },
    ]);
  });

  it("stay open if a write was rejected", () => {
    expect(resultsOf(judgeSides([object, status], refused("invalid")), requirement)).toEqual([
      "held",
      "undecided",
    ]);
  });
});

function judgeSides(managedFields: readonly ManagedFields[], read: Outcome): readonly Finding[] {
  const written: Resource = resourceAt("2", { spec: { size: 2 } });
  const applied: Resource = resourceAt("3", { metadata: { managedFields } });
  return ownershipIsPerSide.judge(
    {
      spec: stepWith(accepted(written), 1),
      apply: stepWith(accepted(applied), 2),
      again: stepWith(accepted(applied), 3),
      read: stepWith(read, 4),
    },
    strictTarget,
  );
}
