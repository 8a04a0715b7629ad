import { describe, expect, it } from "vitest";
import type { ManagedFields } from "#contract";
import { condition, HistoryFixture, owning } from "../testing/history-fixture.ts";
import { author, authored, driven, rival } from "../testing/rows.ts";
import type { Row } from "../testing/rows.ts";
import { brokenBy } from "../testing/verdict-on.ts";

const labelled = (): HistoryFixture =>
  new HistoryFixture().create({ spec: { size: 1 }, metadata: { labels: { app: "a" } } }, author);

describe("the spec and the metadata of others", () => {
  it.each<Row>([
    {
      name: "a spec that the controller changed",
      fixture: () => authored().edit({ size: 2 }, driven),
      broken: ["controller.spec-untouched"],
    },
    {
      name: "a spec that the author changed",
      fixture: () => authored().edit({ size: 2 }, author),
      broken: [],
    },
    {
      name: "a spec that nobody knows who changed",
      fixture: () => new HistoryFixture().create().edit({ size: 2 }),
      broken: [],
    },
    {
      name: "a label that the controller changed",
      fixture: () => labelled().mark({ labels: { app: "b" } }, driven),
      broken: ["controller.authored-metadata-untouched"],
    },
    {
      name: "a label that the controller removed",
      fixture: () => labelled().mark({ labels: {} }, driven),
      broken: ["controller.authored-metadata-untouched"],
    },
    {
      name: "a label and a finalizer of the controller's own",
      fixture: () =>
        labelled()
          .mark({ labels: { app: "a", own: "1" }, finalizers: ["a/own"] }, driven)
          .mark({ labels: { app: "a", own: "2" }, finalizers: [] }, driven),
      broken: [],
    },
    {
      name: "a label that was there before anybody looked",
      fixture: () =>
        new HistoryFixture()
          .create({ metadata: { labels: { app: "a" } } })
          .mark({ labels: { app: "b" } }, driven),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));

  it("knows who took the only field of an object from its author", () => {
    const managers: readonly ManagedFields[] = [
      { manager: "ours", operation: "Update", fields: { "f:spec": { "f:ref": { "f:name": {} } } } },
      { manager: "kubectl", operation: "Update", fields: { "f:spec": { ".": {}, "f:ref": {} } } },
    ];
    const fixture = new HistoryFixture().create({ spec: { ref: { name: "a" } } });
    fixture.edit({ ref: { name: "b" } }, { managers });

    expect(brokenBy(fixture, { managers: ["ours"] })).toEqual(["controller.spec-untouched"]);
    expect(brokenBy(fixture, { managers: ["kubectl"] })).toEqual([]);
  });

  it("knows who changed an object that has a single owner", () => {
    const managers: readonly ManagedFields[] = [
      { manager: "ours", operation: "Update", fields: { "f:spec": { "f:ref": {} } } },
    ];
    const fixture = new HistoryFixture().create({ spec: { ref: { name: "a" } } });
    fixture.edit({ ref: { name: "b" } }, { managers });

    expect(brokenBy(fixture, { managers: ["ours"] })).toEqual(["controller.spec-untouched"]);
  });

  it("knows the controller by the name of its manager", () => {
    const managedFields: readonly ManagedFields[] = [
      { manager: "ours", operation: "Update", fields: { "f:spec": { "f:size": {} } } },
    ];
    const fixture = new HistoryFixture().create({ spec: { size: 1 } });
    fixture.edit({ size: 2 }, { managers: managedFields });

    expect(brokenBy(fixture, { managers: ["ours"] })).toEqual(["controller.spec-untouched"]);
    expect(brokenBy(fixture, { managers: ["others"] })).toEqual([]);
  });

  it("knows the controller by the writer that an object names", () => {
    const fixture = new HistoryFixture().create({ spec: { size: 1 } }, { writer: "alice" });
    fixture.edit({ size: 2 }, { writer: "ours" });

    expect(brokenBy(fixture, { managers: ["ours"] })).toEqual(["controller.spec-untouched"]);
    expect(brokenBy(fixture, { managers: ["alice"] })).toEqual([]);
  });

  it("prefers managed fields to the writer that an object names", () => {
    const managers: readonly ManagedFields[] = [
      { manager: "kubectl", operation: "Update", fields: { "f:spec": { "f:size": {} } } },
    ];
    const fixture = new HistoryFixture().create({ spec: { size: 1 } });
    fixture.edit({ size: 2 }, { managers, writer: "ours" });

    expect(brokenBy(fixture, { managers: ["ours"] })).toEqual([]);
  });

  it("knows which writer removed what another one reported", () => {
    const fixture = new HistoryFixture().create({}, { writer: "alice" });
    fixture.report({ phase: "a", address: "b" }, { writer: "other" });
    fixture.report({ phase: "a" }, { writer: "ours" });

    expect(brokenBy(fixture, { managers: ["ours"] })).toContain("controller.foreign-fields-kept");
  });
});

const holding = (manager: string, ...finalizers: readonly string[]): ManagedFields => ({
  manager,
  operation: "Update",
  fields: {
    "f:metadata": {
      "f:finalizers": {
        ".": {},
        ...Object.fromEntries(finalizers.map((name) => [`v:${JSON.stringify(name)}`, {}])),
      },
    },
  },
});

describe("a finalizer of another manager", () => {
  const held = (): HistoryFixture =>
    new HistoryFixture()
      .create()
      .mark({ finalizers: ["b/wait"] }, { managers: [holding("b", "b/wait")] });

  it.each([
    {
      name: "removed by the patch that adds the controller's own",
      finalizers: ["a/own"],
      managers: [holding("b"), holding("a", "a/own")],
      broken: ["controller.authored-metadata-untouched"],
    },
    {
      name: "kept",
      finalizers: ["b/wait", "a/own"],
      managers: [holding("b", "b/wait"), holding("a", "a/own")],
      broken: [],
    },
    {
      name: "removed without anything added: nobody knows by whom",
      finalizers: [],
      managers: [holding("b")],
      broken: [],
    },
    {
      name: "removed while two managers add one: nobody knows by whom",
      finalizers: ["a/own"],
      managers: [holding("c", "a/own"), holding("a", "a/own")],
      broken: [],
    },
  ])("$name", ({ finalizers, managers, broken }) => {
    expect(brokenBy(held().mark({ finalizers }, { managers }), { managers: ["a"] })).toEqual(
      broken,
    );
  });
});

describe("fields of another writer", () => {
  const own = { observedGeneration: 1 };
  const both = { ...own, other: "x" };

  it.each<Row>([
    {
      name: "removed",
      fixture: () =>
        authored()
          .report(own, driven)
          .report(both, rival)
          .report({ ...own, phase: "p" }, driven),
      broken: ["controller.foreign-fields-kept"],
    },
    {
      name: "a condition dropped with the list",
      fixture: () =>
        authored()
          .report({ ...own, conditions: [condition("Ready", "False")] }, driven)
          .report(
            { ...own, conditions: [condition("Ready", "False"), condition("Other", "True")] },
            rival,
          )
          .report({ ...own, conditions: [condition("Ready", "True", 5)] }, driven),
      broken: ["controller.foreign-fields-kept"],
    },
    {
      name: "put back to what it was",
      fixture: () =>
        authored()
          .report({ ...own, other: "x" }, rival)
          .report({ ...own, other: "y" }, rival)
          .report({ ...own, other: "x", phase: "p" }, driven),
      broken: ["controller.foreign-fields-kept"],
    },
    {
      name: "kept",
      fixture: () =>
        authored()
          .report(own, driven)
          .report(both, rival)
          .report({ ...both, phase: "p" }, driven),
      broken: [],
    },
    {
      name: "the controller's own, defended",
      fixture: () =>
        authored()
          .report({ ...own, phase: "p" }, driven)
          .report({ ...own, phase: "q" }, rival)
          .report({ ...own, phase: "p" }, driven),
      broken: [],
    },
    {
      name: "removed by nobody knows whom",
      fixture: () => authored().report(own, driven).report(both, rival).report(own),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));

  const managed = (): HistoryFixture =>
    new HistoryFixture()
      .create({ status: own })
      .report(both, { managers: [owning("b", { "f:other": {} })] })
      .report({ ...own, phase: "p" }, { managers: [owning("a", { "f:phase": {} })] });

  it("believes managers only when the owner says it again", () => {
    const again = { managers: [owning("a", { "f:phase": {} }), owning("b", { "f:other": {} })] };

    expect(brokenBy(managed())).toEqual([]);
    expect(brokenBy(managed().report({ ...both, phase: "p" }, again))).toEqual([
      "controller.foreign-fields-kept",
    ]);
  });
});

const says = (manager: string, status: string): readonly [object, object] => [
  { observedGeneration: 1, conditions: [condition("Ready", status, status === "True" ? 1 : 2)] },
  {
    managers: [owning(manager, { "f:conditions": { [`k:{"type":"Ready"}`]: {} } })],
  },
];

const turns = (count: number, writers: readonly [string, string]): HistoryFixture => {
  const fixture = new HistoryFixture().create({ status: { observedGeneration: 1 } });
  for (let i = 0; i < count; i += 1) {
    const [status, options] = says(writers[i % 2 === 0 ? 0 : 1], i % 2 === 0 ? "True" : "False");
    fixture.report({ ...status }, { ...options, afterMs: 60_000 });
  }
  return fixture;
};

describe("a condition with two writers", () => {
  it.each([
    { name: "that take turns", fixture: () => turns(6, ["a", "b"]), broken: true },
    { name: "that took a few", fixture: () => turns(3, ["a", "b"]), broken: false },
    { name: "that are one", fixture: () => turns(6, ["a", "a"]), broken: false },
  ])("$name", ({ fixture, broken }) => {
    const found = brokenBy(fixture()).includes("controller.one-writer-per-condition");

    expect(found).toBe(broken);
  });
});
