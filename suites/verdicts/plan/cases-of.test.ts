import { describe, expect, it } from "vitest";
import { contractSemantics } from "#contract";
import type { Feature, JsonObject } from "#contract";
import { defineCheck } from "#harness";
import type { AnyCheck, KindDescription } from "#harness";
import { kindNamed } from "../testing/test-run-options.ts";
import { casesOf } from "./cases-of.ts";
import type { PlannedCase } from "./cases-of.ts";

const check: AnyCheck = defineCheck<unknown>({
  id: "write/x",
  title: "x",
  covers: ["write.lists-are-replaced", "write.returns-complete-object"],
  scope: "status-write",
  drive: () => Promise.resolve({}),
  judge: () => [],
});

function kind(
  name: string,
  status: JsonObject,
  more: Partial<KindDescription> = {},
): KindDescription {
  const { samples } = kindNamed(name);
  return kindNamed(name, { samples: { ...samples, statuses: [status, status] }, ...more });
}

function plannedFor(
  of: AnyCheck,
  kinds: readonly KindDescription[],
  features: readonly Feature[] = [],
): readonly PlannedCase[] {
  const description = {
    endpoint: "",
    protocol: "graphql",
    dialect: "",
    kinds,
    features,
    prerequisites: [],
    semantics: contractSemantics,
    identities: ["author", "controller"],
  } as const;
  return casesOf(of, description);
}

function casesFor(...of: Parameters<typeof plannedFor>): readonly string[] {
  return plannedFor(...of).map(({ name }) => name.replace(/^.*#/u, ""));
}

describe("the cases of a check that needs a list", () => {
  const listing = { ...check, needsList: true } as const;
  const [pump, herd] = [kind("Pump", { count: 1 }), kind("Herd", { calves: ["a"] })];

  it("are those of kinds whose statuses have one", () => {
    expect(casesFor(check, [pump, herd])).toEqual(["Pump.x", "Herd.x"]);
    expect(casesFor(listing, [pump, herd])).toEqual(["Herd.x"]);
  });

  it("are those of mutations that carry one", () => {
    const operations = { ...herd.operations, updateStatus: ["calves", "milk"] };
    const modes = { calves: "partial", milk: "partial" } as const;
    const parted = kind(
      "Herd",
      { calves: ["a"], milk: 1 },
      {
        operations,
        statusModes: modes,
        statusMembers: { calves: ["calves"], milk: ["milk"] },
      },
    );
    expect(casesFor(check, [parted])).toEqual(["Herd.calves", "Herd.milk"]);
    expect(casesFor(listing, [parted])).toEqual(["Herd.calves"]);
  });

  it("are all where no status has one, so that each states so", () => {
    expect(casesFor(listing, [pump])).toEqual(["Pump.x"]);
  });
});

describe("the cases of a check on groups of mutations", () => {
  const grouping: AnyCheck = { ...check, scope: "status-write-group" };
  const updateStatus = ["whole", "merge", "apply"];
  const statusModes = { whole: "replace", merge: "partial", apply: "partial" } as const;

  function groupsWith(more: Partial<KindDescription>): readonly (readonly string[])[] {
    const operations = { ...kindNamed("Pump").operations, updateStatus };
    const pump = kind("Pump", { count: 1, phase: "on" }, { operations, statusModes, ...more });
    return plannedFor(grouping, [pump]).map(({ vias = [] }) => vias);
  }

  it("are one if all mutations have the same declarations", () => {
    expect(groupsWith({})).toEqual([updateStatus]);
  });

  it.each<{ what: string; more: Partial<KindDescription> }>([
    { what: "carries other fields", more: { statusMembers: { merge: ["phase"] } } },
    { what: "sets a field", more: { statusSets: { merge: { phase: "on" } } } },
    { what: "has other semantics", more: { statusSemantics: { merge: { noOp: "takesVersion" } } } },
    {
      what: "is excused from a requirement",
      more: { statusExcuses: { merge: { "write.lists-are-replaced": "no list" } } },
    },
  ])("are two if a mutation $what", ({ more }) => {
    expect(groupsWith(more)).toEqual([["whole", "apply"], ["merge"]]);
  });
});

describe("the cases of a check to which a mutation is irrelevant", () => {
  it("are those through the others", () => {
    const operations = { ...kindNamed("Pump").operations, updateStatus: ["told", "silent"] };
    const modes = { told: "partial", silent: "partial" } as const;
    const silent = {
      "write.returns-complete-object": "no response",
      "write.lists-are-replaced": "no list",
    };
    const pump = kind("Pump", {}, { operations, statusModes: modes, statusExcuses: { silent } });
    expect(casesFor(check, [pump])).toEqual(["Pump.told"]);
  });
});

describe("the cases of a check that presumes semantics", () => {
  it("exclude kinds that declare others", () => {
    const presuming = { ...check, presumes: { deletedName: "free" } } as const;
    const buried = kind("Herd", {}, { semantics: { deletedName: "taken" } });

    expect(casesFor(presuming, [kind("Pump", {}), buried])).toEqual(["Pump.x"]);
  });
});

describe("the cases of a check that needs a feature", () => {
  const covers = {
    demanded: "write.apply-works-for-every-kind",
    other: "apply.force-takes-fields",
  } as const;

  it.each([
    { covered: covers.other, more: {}, cases: ["Pump.x"] },
    { covered: covers.other, more: { unsupported: ["status.apply"] }, cases: ["Pump.x"] },
    { covered: covers.demanded, more: {}, cases: ["Pump.x"] },
    {
      covered: covers.demanded,
      more: { unsupported: ["status.apply"] },
      cases: ["Pump.x", "Herd.x"],
    },
  ] as const)("include a kind without it if $covered demands it: $cases", (of) => {
    const applying = { ...check, covers: [of.covered], features: ["status.apply"] } as const;
    const lacking = kind("Herd", {}, { lacks: ["status.apply"], ...of.more });

    expect(casesFor(applying, [kind("Pump", {}), lacking], ["status.apply"])).toEqual(of.cases);
  });
});
