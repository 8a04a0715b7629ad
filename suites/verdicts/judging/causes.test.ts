import { describe, expect, it } from "vitest";
import { requirementIds } from "#contract";
import type { RequirementId } from "#contract";
import type { CaseFinding } from "../record/case-finding.ts";
import { causesOf } from "./causes.ts";
import type { Cause, KnownFault } from "./causes.ts";
import type { FaultSign } from "./signs.ts";

const [one, two, three]: readonly [KnownFault, KnownFault, KnownFault] = [
  { name: "one", summary: "First.", breaks: ["watch.ordered", "watch.unique"] },
  { name: "two", summary: "Second.", breaks: ["watch.unique"] },
  { name: "three", summary: "Third.", breaks: ["watch.unique", "watch.no-gap", "watch.ordered"] },
];
const faults = [one, two, three];

function held(requirement: RequirementId, place = `a/${requirement}#Kiln`): CaseFinding {
  return { requirement, case: place, result: "held", instances: 1, evidence: [] };
}

function broken(
  requirement: RequirementId,
  place = `a/${requirement}#Kiln`,
  actual = "accepted",
): CaseFinding {
  return { requirement, case: place, result: "violated", expected: "a", actual, evidence: [] };
}

function sign(requirement: RequirementId, actual: string, check = `a/${requirement}`): FaultSign {
  const words = ["+a", ...actual.split(" ").map((word) => `-${word}`)];
  return { requirement, check, share: 1, words };
}

function causes(known: readonly KnownFault[], findings: readonly CaseFinding[]): readonly Cause[] {
  const violated = findings.filter(({ result }) => result === "violated");
  return causesOf(known, findings, [...new Set(violated.map(({ requirement }) => requirement))]);
}

describe("causesOf", () => {
  it("puts together what one fault breaks, in its order, and names it", () => {
    const found = causes(faults, [
      broken("watch.ordered"),
      broken("watch.no-gap"),
      broken("watch.unique"),
    ]);

    expect(found).toEqual([
      { lead: "watch.unique", follows: ["watch.no-gap", "watch.ordered"], faults: [three] },
    ]);
  });

  it("names the fault first that leaves whole what was found to hold", () => {
    const found = causes(
      [one, three],
      [broken("watch.unique"), broken("watch.ordered"), held("watch.no-gap")],
    );

    expect(found).toEqual([
      { lead: "watch.ordered", follows: ["watch.unique"], faults: [one, three] },
    ]);
  });

  it("names two faults that nothing tells apart, and none of three", () => {
    const [twin, triplet] = [
      { ...one, name: "twin" },
      { ...one, name: "triplet" },
    ];
    const findings = [broken("watch.ordered"), broken("watch.unique")];
    const cause = { lead: "watch.ordered", follows: ["watch.unique"] };

    expect(causes([one, twin], findings)).toEqual([{ ...cause, faults: [one, twin] }]);
    expect(causes([one, twin, triplet], findings)).toEqual([{ ...cause, faults: [] }]);
  });

  it("tells faults apart that break the same by what was found", () => {
    const words = { hidden: "no property says which", stale: "the version is stale" };
    const known = Object.entries(words).map(([name, actual]): KnownFault => ({
      name,
      summary: name,
      breaks: ["watch.unique"],
      signs: [sign("watch.unique", actual)],
    }));
    const [first] = causes(known, [broken("watch.unique", undefined, "the version is stale")]);

    expect(first?.faults.map(({ name }) => name)).toEqual(["stale"]);
  });

  it("tells faults apart that break the same by the check that sees them", () => {
    const known = ["list", "watch"].map((check): KnownFault => ({
      name: check,
      summary: check,
      breaks: ["watch.unique"],
      signs: [sign("watch.unique", "accepted", check)],
    }));
    const findings = [broken("watch.unique", "watch#Kiln"), held("watch.unique", "list#Kiln")];

    expect(causes(known, findings)[0]?.faults.map(({ name }) => name)).toEqual(["watch"]);
  });

  it("holds nothing against a fault that was not looked at", () => {
    const [cause] = causes([three], [broken("watch.ordered"), broken("watch.unique")]);

    expect(cause).toEqual({ lead: "watch.unique", follows: ["watch.ordered"], faults: [three] });
  });

  it("explains one part after the other", () => {
    const other: KnownFault = {
      name: "other",
      summary: "Other.",
      breaks: ["errors.stable-code", "errors.machine-code"],
    };
    const found = causes(
      [...faults, other],
      [
        broken("errors.machine-code"),
        broken("errors.stable-code"),
        broken("watch.ordered"),
        broken("watch.unique"),
        held("watch.no-gap"),
        broken("write.keeps-identity"),
      ],
    );

    expect(found).toEqual([
      { lead: "watch.ordered", follows: ["watch.unique"], faults: [one, three] },
      { lead: "errors.stable-code", follows: ["errors.machine-code"], faults: [other] },
      { lead: "write.keeps-identity", follows: [], faults: [] },
    ]);
  });

  it("puts what no fault explains with the cause in whose cases all of it shows", () => {
    const place = "a/watch.unique#Kiln";
    const findings = [broken("watch.unique"), broken("write.keeps-identity", place)];

    expect(causes([two], findings)).toEqual([
      { lead: "watch.unique", follows: ["write.keeps-identity"], faults: [] },
    ]);
    expect(causes([two], [broken("watch.unique"), broken("write.keeps-identity")])).toHaveLength(2);
  });

  it("names no fault that shows in part, or beside something that it does not explain", () => {
    const ids = requirementIds.slice(0, 4);
    const whole: KnownFault = {
      name: "whole",
      summary: "Whole.",
      breaks: ids,
      signs: ids.map((id) => sign(id, "accepted")),
    };
    const [first = "watch.unique", ...others] = ids;
    const inPart = [broken(first), ...others.map((id) => held(id))];
    expect(causes([whole], inPart)[0]?.faults).toEqual([]);

    const known = [{ ...whole, breaks: [first], signs: [sign(first, "accepted very late")] }];
    const place = `a/${first}#Kiln`;
    const late = broken(first, place, "accepted late");
    expect(causes(known, [late])[0]?.faults).toEqual(known);
    const beside = [late, broken("write.keeps-identity", place)];
    expect(causes(known, beside)[0]?.faults).toEqual([]);
  });

  it("takes what only a history of everything shows for no mistake of its own", () => {
    const place = "histories/all#Kiln";
    const others = requirementIds.slice(0, 12).map((id) => held(id, place));
    const rare: KnownFault = { name: "rare", summary: "Rare.", breaks: ["write.keeps-identity"] };
    const findings = [
      broken("watch.unique"),
      broken("watch.unique", place),
      broken("write.keeps-identity", place),
      ...others,
    ];

    expect(causes([two, rare], findings)).toEqual([
      { lead: "watch.unique", follows: ["write.keeps-identity"], faults: [two] },
    ]);
  });

  it("finds no cause where nothing is broken", () => {
    expect(causes(faults, [held("watch.unique")])).toEqual([]);
  });
});
