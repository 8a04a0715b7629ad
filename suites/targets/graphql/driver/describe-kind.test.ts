import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { KindDescription } from "../../port/target.ts";
import { carriedByKind } from "../dialect/described-features.ts";
import { describeKind } from "./describe-kind.ts";
import type { KindDialect } from "../dialect/dialect.ts";
import { widget, widgetDialect, widgetSchema } from "../testing/widget-dialect.ts";

const schema = buildSchema(widgetSchema);

function traitsOf(kind: KindDialect): object {
  const described = describeKind(widgetDialect, kind, { schema, isRuntime: false });
  const { isFoundByUid, isWithoutUid } = described;
  return { isFoundByUid, isWithoutUid };
}

it("reports the fields that the schema requires of every status, inside an input or next to it", () => {
  const demanding = buildSchema(
    widgetSchema
      .replace("input StatusInput { phase: Phase ", "input StatusInput { phase: Phase! ")
      .replace(
        "deleteWidget(",
        "countWidget(ns: String!, name: String!, count: Int!, phase: Phase): Widget deleteWidget(",
      ),
  );
  const count = {
    id: "countWidget",
    field: "countWidget",
    arguments: { ns: "$namespace", name: "$name", count: "$status.count", phase: "$status.phase" },
    result: "",
    statusMode: "partial",
  } as const;
  const updateStatus = [...widget.operations.updateStatus, count];
  const kind = { ...widget, operations: { ...widget.operations, updateStatus } };
  const demandedIn = (of: typeof schema): object | undefined =>
    describeKind(widgetDialect, kind, { schema: of, isRuntime: false }).demandedMembers;

  expect(demandedIn(demanding)).toEqual({ updateWidgetStatus: ["phase"], countWidget: ["count"] });
});

it.each([
  [
    "the schema",
    widgetSchema.replace(
      "input StatusInput { phase: Phase ",
      "input StatusInput { phase: Phase = Idle ",
    ),
  ],
  [
    "the server, because objects always have it",
    widgetSchema.replace("type WidgetStatus { phase: Phase ", "type WidgetStatus { phase: Phase! "),
  ],
])("reports the fields that a replacement would set to a default of %s", (_, written) => {
  const defaulting = buildSchema(written);
  const demandedOf = (statusMode: "partial" | "replace"): object | undefined => {
    const updateStatus = widget.operations.updateStatus.map((one) => ({ ...one, statusMode }));
    const kind = { ...widget, operations: { ...widget.operations, updateStatus } };
    return describeKind(widgetDialect, kind, { schema: defaulting, isRuntime: false })
      .demandedMembers;
  };

  expect(demandedOf("replace")).toEqual({ updateWidgetStatus: ["phase"] });
  expect(demandedOf("partial")).toBeUndefined();
});

it("reports the fields that only the first status needs", () => {
  const [report, ...others] = widget.operations.updateStatus;
  if (report === undefined) throw new Error("The kind has no status mutation.");
  const updateStatus = [{ ...report, requiredFirst: ["phase"] }, ...others];
  const kind = { ...widget, operations: { ...widget.operations, updateStatus } };
  const described = describeKind(widgetDialect, kind, { schema, isRuntime: false });

  expect(described.requiredFirst).toEqual({ [report.id]: ["phase"] });
  expect(described.demandedMembers).toBeUndefined();
});

it("reports which status mutations must come before others", () => {
  const [report, ...others] = widget.operations.updateStatus;
  if (report === undefined) throw new Error("The kind has no status mutation.");
  const updateStatus = [{ ...report, after: ["start"] }, ...others];
  const kind = { ...widget, operations: { ...widget.operations, updateStatus } };
  const described = describeKind(widgetDialect, kind, { schema, isRuntime: false });

  expect(described.statusAfter).toEqual({ [report.id]: ["start"] });
});

function uncountedIn(statuses: readonly JsonObject[], counter: string): true | undefined {
  const kind = { ...widget, samples: { ...widget.samples, statuses, counter } };
  return describeKind(widgetDialect, kind, { schema, isRuntime: false }).isUncounted;
}

it("states that a status has no number that can store a count", () => {
  expect(uncountedIn([{ phase: "Up" }, { phase: "Down" }], "phase")).toBe(true);
  expect(uncountedIn([{ count: 1 }, { count: 2 }], "count")).toBeUndefined();
});

it("does not count with a number that is negative in a sample", () => {
  const temperatures = [{ celsius: -2 }, { celsius: -1 }, { celsius: 0 }];
  const counted = temperatures.map((status, index) => ({ ...status, count: index }));
  const samples = { ...widget.samples, statuses: counted, counter: "celsius" };
  const described = describeKind(
    widgetDialect,
    { ...widget, samples },
    { schema, isRuntime: false },
  );

  expect(uncountedIn(temperatures, "celsius")).toBe(true);
  expect(described.samples.counter).toBe("count");
  expect(described.isUncounted).toBeUndefined();
});

it("recognizes kinds whose writes all find their object by the uid", () => {
  const { update, updateStatus, delete: remove } = widget.operations;
  const byUid = { id: "$uid", version: "$resourceVersion" };
  const operations = {
    ...widget.operations,
    update: update.map((one) => ({ ...one, arguments: byUid })),
    updateStatus: updateStatus.map((one) => ({ ...one, arguments: byUid })),
    delete: remove.map((one) => ({ ...one, arguments: byUid })),
  };
  const { update: _, ...rest } = operations;
  const nameless = { ...widget, paths: { ...widget.paths, uid: widget.paths.name }, operations };

  expect(traitsOf({ ...widget, operations })).toEqual({ isFoundByUid: true });
  expect(traitsOf({ ...widget, operations: { ...rest, update } })).toEqual({});
  expect(traitsOf(nameless)).toEqual({ isWithoutUid: true });
});

it("treats a name next to the uid as content if reads find objects only by their uid", () => {
  const { read, update, updateStatus, delete: remove } = widget.operations;
  const byUid = { id: "$uid", version: "$resourceVersion" };
  const renamed = { ...byUid, change: { name: "$name", spec: "$spec" } };
  const operations = {
    ...widget.operations,
    read: read.map((one) => ({ ...one, arguments: { id: "$uid" } })),
    update: update.map((one) => ({ ...one, arguments: renamed })),
    updateStatus: updateStatus.map((one) => ({ ...one, arguments: byUid })),
    delete: remove.map((one) => ({ ...one, arguments: byUid })),
  };
  const byId = { ...widget, operations };
  const byName = { ...widget, operations: { ...operations, read } };

  expect(traitsOf(byId)).toEqual({ isFoundByUid: true });
  expect(traitsOf(byName)).toEqual({});
  expect([byId, byName].map((kind) => carriedByKind("precondition.uid", kind))).toEqual([
    false,
    true,
  ]);
});

function wordsIn(kind: KindDialect): object | undefined {
  return describeKind(widgetDialect, kind, { schema, isRuntime: false }).words;
}

it("reports the names that differ from the contract's", () => {
  const paths = { ...widget.paths, spec: { size: "size", colour: "colour" }, status: "observed" };
  expect(wordsIn({ ...widget, paths })).toMatchObject({
    spec: ["size", "colour"],
    status: ["observed"],
  });
  expect(wordsIn(widget)).not.toHaveProperty("status");
});

function excusesWith(kind: KindDialect): readonly string[] {
  return Object.keys(describeKind(widgetDialect, kind, { schema, isRuntime: false }).excuses ?? {});
}

it.each([
  { features: [], uid: false, reason: /accepts both a name and a uid$/u },
  { features: [], uid: true, reason: /precondition\.uid is not declared$/u },
  { features: ["precondition.uid"], uid: true, reason: undefined },
] as const)("states which precondition deletions lack: $reason", ({ features, uid, reason }) => {
  const deletions = widget.operations.delete.map((one) => ({
    ...one,
    arguments: { name: "$name", ...(uid ? { uid: "$uid" } : {}) },
  }));
  const kind = { ...widget, operations: { ...widget.operations, delete: deletions } };
  const { excuses } = describeKind({ ...widgetDialect, features }, kind, {
    schema,
    isRuntime: false,
  });
  const excuse = excuses?.["concurrency.stale-deletion-conflicts"];

  if (reason === undefined) expect(excuse).toBeUndefined();
  else expect(excuse).toMatch(reason);
});

function conditionWordsOf(kind: Partial<KindDialect>): object | undefined {
  return describeKind(widgetDialect, { ...widget, ...kind }, { schema, isRuntime: false })
    .conditionWords;
}

it("reports the names of conditions that differ from the contract's", () => {
  const members = { type: "about" };
  const mapped = { ...widget.paths, status: { phase: "seen.phase", conditions: "seen.checks" } };

  expect(conditionWordsOf({})).toBeUndefined();
  expect(conditionWordsOf({ conditions: { members } })).toEqual({ members });
  expect(conditionWordsOf({ paths: { ...widget.paths, status: "meta.seen" } })).toEqual({
    path: "meta.seen.conditions",
  });
  expect(conditionWordsOf({ paths: mapped, conditions: { members } })).toEqual({
    path: "seen.checks",
    members,
  });
  expect(
    conditionWordsOf({
      paths: { ...widget.paths, status: { health: "seen.health" } },
      conditions: { member: "health.checks" },
    }),
  ).toEqual({ path: "seen.health.checks" });
});

it("excuses rules on deletions and lists that no operation can express", () => {
  const { delete: deletions, list } = widget.operations;
  const guarded = deletions.map((one) => ({
    ...one,
    arguments: { ...one.arguments, version: "$resourceVersion" },
  }));
  const narrowed = list.map((one) => ({ ...one, arguments: { ns: "$namespace" } }));
  const operations = { ...widget.operations, delete: guarded, list: narrowed };
  const whole = { ...widget, operations, namespaces: ["a", "b"] };
  const bare = {
    ...whole,
    operations: { ...operations, list: list.map((one) => ({ ...one, arguments: {} })) },
  };

  const rules = ["concurrency.stale-deletion-conflicts", "write.list-namespace-filter"];
  expect(excusesWith(whole).filter((one) => rules.includes(one))).toEqual([]);
  expect(excusesWith({ ...whole, namespaces: ["a"] })).toContain(rules[1]);
  expect(excusesWith(bare)).toContain(rules[1]);
  expect(excusesWith({ ...whole, operations: { ...operations, delete: deletions } })).toContain(
    rules[0],
  );
});

const aboutNamespaces = ["write.read-stays-in-namespace", "write.stays-in-namespace"];

it.each([
  { why: "with two namespaces", namespaces: ["a", "b"], excused: [] },
  { why: "with one namespace", namespaces: ["a"], excused: aboutNamespaces },
  {
    why: "if reads find objects by uid",
    namespaces: ["a", "b"],
    read: { id: "$uid" },
    excused: aboutNamespaces,
  },
  {
    why: "if writes find objects by uid",
    namespaces: ["a", "b"],
    write: { id: "$uid" },
    excused: aboutNamespaces.slice(1),
  },
])("excuses rules on the namespaces of single objects $why: $excused", (given) => {
  const { namespaces, read, write, excused } = given;
  const { operations } = widget;
  const asked = { ns: "$namespace", name: "$name" };
  const withArguments = <One extends object>(all: readonly One[], sent: JsonObject = asked) =>
    all.map((one) => ({ ...one, arguments: sent }));
  const kind = {
    ...widget,
    namespaces,
    operations: {
      ...operations,
      read: withArguments(operations.read, read),
      update: withArguments(operations.update, write),
      updateStatus: withArguments(operations.updateStatus, write),
      patchStatus: [],
      delete: withArguments(operations.delete, write),
    },
  };

  expect(excusesWith(kind).filter((one) => aboutNamespaces.includes(one))).toEqual(excused);
});

it.each([
  { given: { first: 100 }, pages: { next: "end" }, size: 100 },
  { given: { page: { size: 20, number: "$page" } }, pages: { by: "number" }, size: 20 },
  { given: { first: 100 }, pages: undefined, size: undefined },
  { given: { first: 100, days: 7 }, pages: { next: "end" }, size: undefined },
  { given: { after: "$page" }, pages: { next: "end" }, size: undefined },
] as const)("finds the page size $size in the arguments $given", ({ given, pages, size }) => {
  const [list] = widget.operations.list;
  if (list === undefined) throw new Error("no list");
  const { pages: _, ...rest } = list;
  const paged = { ...rest, arguments: given, ...(pages === undefined ? {} : { pages }) };
  const kind = { ...widget, operations: { ...widget.operations, list: [paged] } };

  expect(describeKind(widgetDialect, kind, { schema, isRuntime: false }).pageSize).toBe(size);
});

function deliveryOf(kind: KindDialect, delivery?: "changes"): unknown {
  const semantics = { ...widgetDialect.semantics, ...(delivery && { delivery }) };
  const dialect = { ...widgetDialect, semantics };
  return describeKind(dialect, kind, { schema, isRuntime: false }).semantics?.delivery;
}

it("presumes that a live query delivers states, unless the dialect declares otherwise", () => {
  const watch = widget.operations.watch.map((one) => ({ ...one, shape: "collection" as const }));
  const live: KindDialect = { ...widget, operations: { ...widget.operations, watch } };

  expect(deliveryOf(live)).toBe("states");
  expect(deliveryOf(live, "changes")).toBeUndefined();
  expect(deliveryOf({ ...live, semantics: { delivery: "changes" } })).toBe("changes");
  expect(deliveryOf(widget)).toBeUndefined();
});

const key = { ns: "$namespace", name: "$name" };
const [change] = widget.operations.update;

function updatedWith(trees: Readonly<Record<string, JsonObject>>): KindDescription {
  const update = Object.entries(trees).map(([id, tree]) => ({
    id,
    field: change?.field ?? id,
    arguments: tree,
    result: "",
  }));
  const kind = { ...widget, operations: { ...widget.operations, update } };
  return describeKind(widgetDialect, kind, { schema, isRuntime: false });
}

it("reports which updates create missing objects", () => {
  const { upserts } = updatedWith({
    update: { where: key, data: { size: { set: "$spec.size" }, color: { set: "$spec.color" } } },
    replace: { object: { ...key, spec: "$spec" } },
    upsert: { where: key, create: { ...key, size: "$spec.size" }, update: { size: "$spec.size" } },
    save: { input: { fresh: { key, spec: "$spec" }, change: "$spec" } },
  });

  expect(upserts).toEqual(["upsert", "save"]);
  expect(updatedWith({ update: { ...key, spec: "$spec" } }).upserts).toBeUndefined();
});

it.each([
  { trees: { update: { ...key, spec: "$spec" } }, isExcused: true },
  { trees: { update: { ...key, version: "$resourceVersion", spec: "$spec" } }, isExcused: false },
  {
    trees: {
      update: { ...key, spec: "$spec" },
      edit: { where: { ...key, version: { equals: "$resourceVersion" } }, spec: "$spec" },
    },
    isExcused: false,
  },
])("requires no conflict of updates that cannot contain a version: $isExcused", (one) => {
  const { excuses } = updatedWith(one.trees);
  const reason = excuses?.["concurrency.stale-spec-write-conflicts"];

  expect(reason).toBe(one.isExcused ? "no update operation accepts a version" : undefined);
});

it("states why the status of a kind is not written, unless a mutation writes it", () => {
  const withoutStatus = "the update ignores the status";
  const reasonOf = (kind: KindDialect): string | undefined =>
    describeKind(widgetDialect, { ...kind, withoutStatus }, { schema, isRuntime: false })
      .withoutStatus;

  expect(reasonOf({ ...widget, operations: { ...widget.operations, updateStatus: [] } })).toBe(
    withoutStatus,
  );
  expect(reasonOf(widget)).toBeUndefined();
});
