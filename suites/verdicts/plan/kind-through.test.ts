import { describe, expect, it } from "vitest";
import { contractSemantics } from "#contract";
import { countedStatus, defineCheck } from "#harness";
import type { AnyCheck, KindDescription } from "#harness";
import { kindNamed } from "../testing/test-run-options.ts";
import { isTriedThrough, kindThrough } from "./kind-through.ts";

const kind: KindDescription = kindNamed("Kiln", {
  operations: {
    ...kindNamed("Kiln").operations,
    updateStatus: ["setPhase", "setHeat", "setConditions", "declare"],
  },
  statusMembers: {
    setPhase: ["phase"],
    setHeat: ["heat", "observedGeneration"],
    setConditions: ["conditions"],
  },
  samples: {
    specs: [],
    statuses: [1, 2, 3].map((heat) => ({
      phase: `phase-${heat}`,
      heat,
      observedGeneration: heat,
    })),
    counter: "observedGeneration",
    invalidStatuses: [{ status: { heat: -1 }, field: "status.heat", defect: "a negative heat" }],
  },
});

function check(more: Partial<AnyCheck> = {}): AnyCheck {
  return defineCheck<unknown>({
    id: "test/check",
    title: "a check",
    covers: ["write.stores-submitted-status"],
    scope: "status-write",
    drive: () => Promise.resolve({}),
    judge: () => [],
    ...more,
  });
}

describe("kindThrough", () => {
  it("writes the fields of the mutation, and no more", () => {
    const { samples, otherStatuses, lacks, operations } = kindThrough(kind, "setPhase");

    expect(samples.statuses).toEqual([
      { phase: "phase-1" },
      { phase: "phase-2" },
      { phase: "phase-3" },
    ]);
    expect(samples.invalidStatuses).toEqual([]);
    expect(otherStatuses).toEqual([{ via: "setHeat", status: { heat: 1, observedGeneration: 1 } }]);
    expect(lacks).toEqual(["status.conditions", "status.observedGeneration"]);
    expect(operations.updateStatus).toEqual(["setPhase", "declare"]);
  });

  it("stores the fields that only a mutation of all fields writes", () => {
    const { setPhase = [] } = kind.statusMembers ?? {};
    const alone: KindDescription = { ...kind, statusMembers: { setPhase } };
    const { otherStatuses } = kindThrough(alone, "setPhase");

    expect(otherStatuses).toEqual([{ via: "setHeat", status: { heat: 1, observedGeneration: 1 } }]);
    expect(kindThrough(alone, "setHeat").otherStatuses).toBeUndefined();
  });

  it.each([
    { via: "setHeat", field: "status.heat", own: { heat: -1 } },
    { via: "setHeat", field: "heat[0]", own: { heat: -1 } },
    { via: "setPhase", field: "status.heat", own: undefined },
    { via: "setHeat", field: "status.phase", own: undefined },
    { via: "declare", field: "status.heat", own: { phase: "phase-1", heat: -1 } },
  ])("writes the invalid $field through $via without other fields", ({ via, field, own }) => {
    const [first] = kind.samples.invalidStatuses;
    const status = { phase: "phase-1", heat: -1 };
    const invalidStatuses = [{ defect: "a negative heat", ...first, field, status }];
    const whole: KindDescription = { ...kind, samples: { ...kind.samples, invalidStatuses } };

    expect(kindThrough(whole, via).samples.invalidStatuses.map((one) => one.status)).toEqual(
      own === undefined ? [] : [own],
    );
  });

  it("also expects the values that the mutation sets in addition to its fields", () => {
    const setting: KindDescription = {
      ...kind,
      statusMembers: { ...kind.statusMembers, setHeat: ["heat", "phase"] },
      demandedMembers: { setHeat: ["phase"], setPhase: ["phase"] },
      statusSets: { setHeat: { phase: "HOT" } },
    };
    const view = kindThrough(setting, "setHeat");

    expect(view.samples.statuses).toEqual([1, 2, 3].map((heat) => ({ heat, phase: "HOT" })));
    expect(view.samples.counter).toBe("heat");
    expect(secondCount(setting, "setHeat")).toEqual({ phase: "HOT", heat: 2 });
    expect(kindThrough(setting, "setPhase").otherStatuses).toEqual([
      { via: "setHeat", status: { heat: 1, phase: "HOT" } },
      { via: "declare", status: { observedGeneration: 1 } },
    ]);
    const alone = { ...setting, statusMembers: { setHeat: ["phase"] } };
    expect(isTriedThrough(check(), alone, "setHeat")).toBe(false);
  });

  it("counts in a number of the part", () => {
    const { statusMembers: _each, ...whole } = kind;
    const heatAlone = { ...whole, statusMembers: { setHeat: ["heat"] } };

    expect(kindThrough(kind, "setHeat").samples.counter).toBe("observedGeneration");
    expect(kindThrough(heatAlone, "setHeat").samples.counter).toBe("heat");
    expect(kindThrough(heatAlone, "setHeat").isUncounted).toBeUndefined();
  });

  it("does not count in a level, although its samples are integers", () => {
    const { statusMembers: _each, ...whole } = kind;
    const level = { ...whole, statusMembers: { setHeat: ["heat"] } };
    const heat = { kind: "number", least: -300, most: 300 } as const;
    const members = [{ name: "heat", shape: heat, isRequired: false }];
    const typed = { ...level, shapes: { status: { kind: "object", members } } } as const;
    const statuses = [-100, -50, 0].map((one) => ({ heat: one }));
    const negative = { ...level, samples: { ...kind.samples, statuses } };

    expect(kindThrough(typed, "setHeat").isUncounted).toBe(true);
    expect(kindThrough(negative, "setHeat").isUncounted).toBe(true);
  });

  it("writes through the mutations that must come before", () => {
    const ordered = { ...kind, statusAfter: { setHeat: ["setPhase"] } };
    const [started, heated] = ["setPhase", "setHeat"].map((via) => kindThrough(ordered, via));

    expect(heated?.priorStatuses).toEqual([{ via: "setPhase", status: { phase: "phase-1" } }]);
    expect(heated?.otherStatuses).toMatchObject([{ via: "setPhase" }]);
    expect(started?.priorStatuses).toBeUndefined();
    expect(started?.otherStatuses).toBeUndefined();
  });

  it("tries no mutation that needs further writes if mutations carry all of a status", () => {
    const { statusMembers: _each, ...rest } = kind;
    const whole = { ...rest, statusAfter: { setHeat: ["setPhase"] } };
    const [sample] = kind.samples.statuses;
    const view = kindThrough(whole, "setHeat");

    expect(kindThrough(whole, "setPhase").operations.updateStatus).not.toContain("setHeat");
    expect(view.operations.updateStatus).toContain("setHeat");
    expect(view.priorStatuses).toEqual([{ via: "setPhase", status: sample }]);
  });

  it("leaves a kind as it is whose mutations carry all of a status", () => {
    const { statusMembers: _each, ...whole } = kind;

    expect(kindThrough(whole, "declare")).toBe(whole);
    expect(kindThrough(kind, "declare").samples.statuses).toEqual(kind.samples.statuses);
  });
});

function secondCount(of: KindDescription, via: string): object {
  const context = {
    kind: kindThrough(of, via),
    via,
    target: { semantics: contractSemantics },
    firstObject: () => undefined,
  };
  return countedStatus(context, 2);
}

describe("a count", () => {
  it("is a sample where the mutation carries no number", () => {
    expect(secondCount(kind, "setPhase")).toEqual({ phase: "phase-3" });
    expect(secondCount(kind, "setHeat")).toEqual({ observedGeneration: 2 });
  });

  it("is left to the driver where a mutation carries the whole status, which holds it in a list", () => {
    const { statusMembers: _each, ...whole } = kind;
    const statuses = [1, 2, 3].map((port) => ({ ports: [{ port }] }));
    const listed = { ...whole, samples: { ...whole.samples, statuses, counter: "ports" } };

    expect(secondCount(listed, "declare")).toEqual({ ports: 2 });
  });
});

describe("isTriedThrough", () => {
  it.each([
    { via: "setPhase", more: {}, tried: true },
    { via: "setPhase", more: { needsCounter: true }, tried: false },
    { via: "setHeat", more: { needsCounter: true }, tried: true },
    { via: "setPhase", more: { needsInvalidStatus: true }, tried: false },
    { via: "setHeat", more: { needsInvalidStatus: true }, tried: true },
    { via: "setPhase", more: { features: ["status.observedGeneration"] }, tried: false },
    { via: "setConditions", more: {}, tried: false },
    { via: "setConditions", more: { features: ["status.conditions"] }, tried: true },
  ] as const)("says $tried of $via for $more", ({ via, more, tried }) => {
    expect(isTriedThrough(check(more), kind, via)).toBe(tried);
  });

  it("omits checks that count if a whole status has no number", () => {
    const { statusMembers: _each, ...whole } = kind;
    const worded: KindDescription = { ...whole, isUncounted: true };

    expect(isTriedThrough(check({ needsCounter: true }), worded, "declare")).toBe(false);
    expect(isTriedThrough(check(), worded, "declare")).toBe(true);
  });
});
