import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import { withoutLists } from "#harness";
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
import { managers } from "./field-managers.ts";

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
    {
      why: "no response",
      attempt: noReply,
      expected: { [conflicts]: "errored", [names]: "errored" },
    },
  ])("$why", ({ attempt, expected }) => {
    expect(openResults(judgeConflict(attempt))).toEqual(expected);
  });

  it.each([
    { field: "status.num[0]", actual: `no cause for address names "${managers.first}"` },
    { field: "status.num.low", actual: `no cause for address names "${managers.first}"` },
    { field: "status.number", actual: `no cause for num or address names "${managers.first}"` },
    { field: "the status.num[0]", actual: `no cause for num or address names "${managers.first}"` },
  ])("is told of a member by $field", ({ field, actual }) => {
    const causes = [
      { field, message },
      { field: "status.size", message },
    ];
    const findings = judgeConflict(refused("conflict", { causes }));

    expect(complaintOf(findings, names)).toBe(
      `${actual}: the causes are ${field} (${message}), status.size (${message})`,
    );
    expect(findings.at(-1)).toMatchObject({
      expected: 'causes for num and address, each naming the manager "conformance-first"',
    });
  });

  it("is reported for causes that name no field", () => {
    const findings = judgeConflict(refused("conflict", { causes: [{ message }] }));

    expect(complaintOf(findings, names)).toBe(
      `no cause for num or address names "conformance-first": the causes are no field (${message})`,
    );
  });

  it("is reported with the field that has no cause", () => {
    const findings = judgeConflict(
      refused("conflict", { causes: [{ field: "status.numbers", message }] }),
    );

    expect(complaintOf(findings, names)).toBe(
      `no cause for num or address names "conformance-first": the causes are status.numbers (${message})`,
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
    {
      why: "stores beside the default of the kind",
      changed: { read: shows({ ...wanted, phase: "New" }) },
      open: [],
    },
    { why: "refused", changed: { forced: conflict }, open: ["violated", "undecided", "undecided"] },
    { why: "stores nothing", changed: { read: shows({ num: 1 }) }, open: ["violated"] },
    { why: "leaves the old owner", changed: { newOwner: conflict }, open: ["violated"] },
    { why: "leaves no owner", changed: { formerOwner: shows({ num: 1 }) }, open: ["violated"] },
    { why: "no control", changed: { formerForced: conflict }, open: ["undecided"] },
    { why: "no response", changed: { forced: lost }, open: ["errored", "errored", "errored"] },
    { why: "no response to the new owner", changed: { newOwner: lost }, open: ["errored"] },
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

describe("the owners of a field", () => {
  const num = shows({ num: 1 });
  const others = { wanted: { num: 1 }, forced: num, read: num, newOwner: num, formerForced: num };

  it.each([
    { why: "are looked at where applies conflict", unforced: conflict, instances: [1, 1, 1] },
    { why: "say nothing where none does", unforced: num, instances: [1, 0] },
  ])("$why", ({ unforced, instances }) => {
    const seen = { ...others, unforced, formerOwner: conflict };

    expect(forceTakesFields.judge(seen, strictTarget)).toMatchObject(
      instances.map((count) => ({ result: "held", instances: count })),
    );
  });
});

describe("a status without lists", () => {
  it("has none at any depth", () => {
    const status = {
      num: 1,
      at: { ip: "::1", ports: [1] },
      deep: { in: { list: [] } },
      none: null,
    };

    expect(withoutLists({ ...status, list: [], plain: { name: "a" } })).toEqual({
      num: 1,
      none: null,
      plain: { name: "a" },
    });
  });
});

function judgeConflict(attempt: Outcome): readonly Finding[] {
  const trial = trialWith({ attempt });
  return conflictWithoutForce.judge({ members: ["num", "address"], trial }, strictTarget);
}
