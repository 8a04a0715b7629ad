import { describe, expect, it } from "vitest";
import { contractSemantics } from "#contract";
import type { Semantics } from "#contract";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import {
  changingStatuses,
  countedStatus,
  demandedStatus,
  counterValue,
  statusBeginning,
  supports,
} from "./sample-commands.ts";
import { statusAfterWrite } from "./status-after-write.ts";

type Fate = NonNullable<Semantics["statusDefault"]>;

function initialStatus(ofTarget: Fate, ofKind?: Fate): object {
  const semantics = ofKind === undefined ? {} : { semantics: { statusDefault: ofKind } };
  return statusBeginning({
    kind: { statusDefault: { observed: -1 }, ...semantics },
    target: { semantics: { ...contractSemantics, statusDefault: ofTarget } },
  });
}

describe("statusBeginning", () => {
  it("is the default if a first write changes it, of the kind rather than of the target", () => {
    expect(initialStatus("changed")).toEqual({ observed: -1 });
    expect(initialStatus("replaced", "changed")).toEqual({ observed: -1 });
  });

  it("is the status of the created object if no default is declared", () => {
    const target = { semantics: contractSemantics };
    const created = { status: { admitted: true } };
    expect(statusBeginning({ kind: {}, target }, created)).toEqual(created.status);
    expect(statusBeginning({ kind: { statusDefault: { a: 1 } }, target }, created)).toEqual({});
  });

  it("is undefined if a first write replaces the default, or if there is none", () => {
    expect(initialStatus("replaced")).toEqual({});
    expect(initialStatus("changed", "replaced")).toEqual({});
    const semantics: Semantics = { ...contractSemantics, statusDefault: "changed" };
    expect(statusBeginning({ kind: {}, target: { semantics } })).toEqual({});
  });
});

it.each([
  { features: [], lacks: [], expected: false },
  { features: ["dry-run"], lacks: [], expected: true },
  { features: ["dry-run"], lacks: ["dry-run"], expected: false },
] as const)("uses a feature that target and kind support: $expected", (of) => {
  const context = { kind: { ...workloadKind, lacks: of.lacks }, target: { features: of.features } };

  expect(supports(context, "dry-run")).toBe(of.expected);
});

it("counts in addition to what the schema requires of the tested mutation", () => {
  const [via = ""] = workloadKind.operations.updateStatus;
  const [{ phase } = {}] = workloadKind.samples.statuses;
  const kind = { ...workloadKind, demandedMembers: { [via]: ["phase"] } };
  const context = {
    kind,
    via,
    firstObject: () => undefined,
    target: { semantics: contractSemantics },
  };

  expect(countedStatus(context, 7)).toEqual({ phase, count: 7 });
  expect(countedStatus({ ...context, via: "other" }, 7)).toEqual({ count: 7 });
});

it("counts in addition to what the first status of an object needs", () => {
  const [via = ""] = workloadKind.operations.updateStatus;
  const [{ phase } = {}] = workloadKind.samples.statuses;
  const kind = { ...workloadKind, requiredFirst: { [via]: ["phase"] } };
  const context = {
    kind,
    via,
    firstObject: () => undefined,
    target: { semantics: contractSemantics },
  };

  expect(countedStatus(context, 7)).toEqual({ phase, count: 7 });
  expect(countedStatus({ ...context, via: "other" }, 7)).toEqual({ count: 7 });
  expect(demandedStatus(context)).toEqual({});
});

describe("a status without a counter", () => {
  const samples = {
    ...workloadKind.samples,
    statuses: [{ phase: "a" }, { phase: "b" }, { phase: "c" }],
    counter: "phase",
  };
  const context = {
    kind: { ...workloadKind, samples, isUncounted: true as const },
    via: "",
    firstObject: () => undefined,
    target: { semantics: contractSemantics },
  };

  it("counts by the values of its samples, in turn", () => {
    const of = (count: number): object => countedStatus(context, count);

    expect([of(3), of(4), of(5), of(6)]).toEqual([
      { phase: "a" },
      { phase: "b" },
      { phase: "c" },
      { phase: "a" },
    ]);
    expect([counterValue(context, 1), counterValue(context, 5)]).toEqual(["b", "c"]);
  });

  it("is written whole if a sample clears the field", () => {
    const statuses = [
      { phase: "a", sealed: null },
      { phase: null, sealed: true },
    ];
    const kind = { ...context.kind, samples: { ...samples, statuses } };
    const of = (count: number): object => countedStatus({ ...context, kind }, count);

    expect([of(1), of(2), of(3)]).toEqual([statuses[1], statuses[0], statuses[1]]);
    // A null does not change a status without the field.
    const stored = { status: { sealed: true } };
    expect(changingStatuses({ ...context, kind }, stored, { from: 1, most: 2 })).toEqual([
      statuses[0],
      statuses[0],
    ]);
  });

  it("is never written as it is stored", () => {
    const stored = { status: { phase: "b", note: "kept" } };

    expect(changingStatuses(context, stored, { from: 1, most: 2 })).toEqual([
      { phase: "c" },
      { phase: "a" },
    ]);
    expect(changingStatuses(context, {}, { from: 1, most: 2 })).toEqual([
      { phase: "b" },
      { phase: "c" },
    ]);
  });

  it("uses whole samples if they share the value", () => {
    const statuses = [
      { phase: "a", done: false },
      { phase: "a", done: true },
    ];
    const kind = { ...context.kind, samples: { ...samples, statuses } };

    expect(countedStatus({ ...context, kind }, 3)).toEqual({ phase: "a", done: true });
  });
});

it("expects that a replacement of a part keeps the rest", () => {
  const [via = ""] = workloadKind.operations.updateStatus;
  const statusModes = { [via]: "replace" } as const;
  const target = { semantics: contractSemantics };
  const kind = { ...workloadKind, statusModes, statusMembers: { [via]: ["phase"] } };
  const { statusMembers: _, ...whole } = kind;
  const created = { status: { phase: "a", count: 3 } };
  const after = (of: typeof workloadKind): object =>
    statusAfterWrite({ kind: of, via: "", target }, created, { phase: "b" });

  expect(after(kind)).toEqual({ phase: "b", count: 3 });
  expect(after(whole)).toEqual({ phase: "b" });
});
