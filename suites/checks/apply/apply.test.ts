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
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { shows } from "../testing/status-builders.ts";
import { conflictWithoutForce } from "./conflict-without-force.ts";
import { forceTakesFields } from "./force-takes-fields.ts";
import { managers } from "./managers.ts";
import { sharedFields } from "./shared-fields.ts";

const conflict = stepWith(refused("conflict"));
const lost = stepWith(noReply);

describe("an apply over the fields of another manager", () => {
  const message = `has another value since "${managers.first}" applied it`;
  const named = refused("conflict", {
    causes: [
      { field: "status.num", message },
      { field: "status.address.ip", message },
    ],
  });
  const conflicts = "apply.conflict-without-force";
  const names = "apply.conflict-names-manager-and-field";

  it.each([
    { why: "refused", attempt: named, expected: {} },
    {
      why: "accepted",
      attempt: accepted(resourceAt("2")),
      expected: { [conflicts]: "violated", [names]: "undecided" },
    },
    {
      why: "invalid",
      attempt: refused("invalid"),
      expected: { [conflicts]: "violated", [names]: "undecided" },
    },
    { why: "no causes", attempt: refused("conflict"), expected: { [names]: "violated" } },
    {
      why: "one field of two",
      attempt: refused("conflict", { causes: [{ field: "status.num", message }] }),
      expected: { [names]: "violated" },
    },
    {
      why: "no manager",
      attempt: refused("conflict", {
        causes: [
          { field: "status.num", message: "is not yours" },
          { field: "status.address", message: "is not yours" },
        ],
      }),
      expected: { [names]: "violated" },
    },
    { why: "no reply", attempt: noReply, expected: { [conflicts]: "errored", [names]: "errored" } },
  ])("$why", ({ attempt, expected }) => {
    expect(openResults(judgeConflict(attempt))).toEqual(expected);
  });

  it("is told which field has no cause", () => {
    const findings = judgeConflict(
      refused("conflict", { causes: [{ field: "status.numbers", message }] }),
    );

    expect(complaintOf(findings, names)).toBe(
      `none for num and address: the causes are status.numbers (${message})`,
    );
  });
});

describe("force", () => {
  const wanted = { num: 2 };
  const right = {
    unforced: conflict,
    forced: shows(wanted),
    read: shows(wanted),
    newOwner: shows({ num: 3 }),
    formerOwner: conflict,
    formerForced: shows({ num: 1 }),
  };

  it.each([
    { why: "stores and takes", changed: {}, open: [] },
    { why: "refused", changed: { forced: conflict }, open: ["violated", "undecided", "undecided"] },
    { why: "stores nothing", changed: { read: shows({ num: 1 }) }, open: ["violated"] },
    { why: "leaves the old owner", changed: { newOwner: conflict }, open: ["violated"] },
    { why: "leaves no owner", changed: { formerOwner: shows({ num: 1 }) }, open: ["violated"] },
    { why: "no control", changed: { formerForced: conflict }, open: ["undecided"] },
    { why: "no reply", changed: { forced: lost }, open: ["errored", "errored", "errored"] },
    {
      why: "where nothing ever conflicts",
      changed: { unforced: shows(wanted), formerOwner: shows({ num: 1 }) },
      open: [],
    },
  ])("$why", ({ changed, open }) => {
    const findings = forceTakesFields.judge({ wanted, ...right, ...changed }, strictTarget);

    expect(
      resultsOf(findings, "apply.force-takes-fields").filter((result) => result !== "held"),
    ).toEqual(open);
  });
});

function judgeConflict(attempt: Outcome): readonly Finding[] {
  const trial = trialWith({ attempt });
  return conflictWithoutForce.judge({ members: ["num", "address"], trial }, strictTarget);
}

describe("a field of two managers", () => {
  const right = {
    agree: shows({ num: 1 }),
    firstChanges: conflict,
    secondChanges: conflict,
    omit: shows({ num: 1 }),
    changeAlone: shows({ num: 3 }),
    withdraw: shows({}),
  };
  const shared = "apply.equal-values-are-shared";
  const kept = "apply.keeps-shared-fields";
  const removed = "apply.removes-omitted-fields";

  it.each([
    { why: "by the rules", changed: {}, expected: {} },
    {
      why: "a conflict of equal values",
      changed: { agree: conflict },
      expected: { [shared]: "undecided", [kept]: "undecided" },
    },
    {
      why: "the second manager owns nothing",
      changed: { firstChanges: shows({ num: 2 }) },
      expected: { [shared]: "violated", [kept]: "undecided" },
    },
    {
      why: "the first manager owns nothing any more",
      changed: { secondChanges: shows({ num: 2 }) },
      expected: { [shared]: "violated", [kept]: "undecided" },
    },
    { why: "removed too soon", changed: { omit: shows({}) }, expected: { [kept]: "violated" } },
    {
      why: "owned by the first for ever",
      changed: { changeAlone: conflict },
      expected: { [shared]: "undecided", [kept]: "violated" },
    },
    {
      why: "never removed",
      changed: { withdraw: shows({ num: 3 }) },
      expected: { [removed]: "violated" },
    },
    { why: "no reply", changed: { withdraw: lost }, expected: { [removed]: "errored" } },
  ])("$why", ({ changed, expected }) => {
    const steps = { ...right, ...changed };
    const read = steps.withdraw;
    const findings = sharedFields.judge({ counter: "num", steps, read }, strictTarget);

    expect(openResults(findings)).toEqual(expected);
  });

  it("must not conflict while the managers agree", () => {
    const steps = { ...right, agree: conflict };
    const findings = sharedFields.judge(
      { counter: "num", steps, read: right.withdraw },
      strictTarget,
    );

    expect(resultsOf(findings, shared)[0]).toBe("violated");
  });
});
