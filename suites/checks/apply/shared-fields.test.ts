import { describe, expect, it } from "vitest";
import {
  noReply,
  openResults,
  refused,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { shows } from "../testing/status-builders.ts";
import { sharedFields } from "./shared-fields.ts";

const conflict = stepWith(refused("conflict"));
const lost = stepWith(noReply);

const counting = { counter: "num", values: [1, 2, 3] } as const;

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
    { why: "no response", changed: { withdraw: lost }, expected: { [removed]: "errored" } },
    {
      why: "no response about its first change",
      changed: { firstChanges: lost },
      expected: { [shared]: "errored", [kept]: "errored" },
    },
    {
      why: "kept in spite of a withdrawal that was rejected",
      changed: { omit: conflict },
      expected: { [shared]: "undecided", [kept]: "undecided", [removed]: "undecided" },
    },
  ])("$why", ({ changed, expected }) => {
    const steps = { ...right, ...changed };
    const read = steps.withdraw;
    const findings = sharedFields.judge({ ...counting, steps, read }, strictTarget);

    expect(openResults(findings)).toEqual(expected);
  });

  it("must not conflict while the managers agree", () => {
    const steps = { ...right, agree: conflict };
    const findings = sharedFields.judge({ ...counting, steps, read: right.withdraw }, strictTarget);

    expect(resultsOf(findings, shared)).toEqual(["violated", "undecided", "undecided"]);
  });

  it("must not be kept by a rejected withdrawal, or the owner is unknown", () => {
    const steps = { ...right, omit: conflict };
    const seen = { ...counting, steps, read: right.withdraw };

    expect(resultsOf(sharedFields.judge(seen, strictTarget), kept)).toEqual([
      "violated",
      "undecided",
    ]);
  });

  it.each([
    { why: "refused", read: stepWith(refused("forbidden")), result: "undecided" },
    { why: "lost", read: lost, result: "errored" },
  ])("is not missed where the last read is $why", ({ read, result }) => {
    const findings = sharedFields.judge({ ...counting, steps: right, read }, strictTarget);

    expect(openResults(findings)).toEqual({ [removed]: result });
  });
});
