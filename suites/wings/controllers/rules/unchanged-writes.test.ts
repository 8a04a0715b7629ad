import { expect, it } from "vitest";
import { driven } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

const own = { observedGeneration: 1 };

/** An object created by an author: events 0 and 1. */
const created = (): HistoryFixture => new HistoryFixture().create({}, { by: "author" });
const reported = (): HistoryFixture => created().report(own, driven);

function idle(
  count: number,
  afterMs = 1_000,
  fixture = new HistoryFixture().create(),
): HistoryFixture {
  for (let i = 0; i < count; i += 1) fixture.mark({}, { afterMs });
  return fixture;
}

const manager = { manager: "controller", operation: "Apply", subresource: "status" } as const;

function reordered(count: number): HistoryFixture {
  const conditions = ["Ready", "Synced"].map((type) => ({ type, status: "True" }));
  const fixture = created().report({ conditions: [...conditions] }, driven);
  for (let i = 0; i < count; i += 1) {
    conditions.reverse();
    fixture.report({ conditions: [...conditions] }, driven);
  }
  return fixture;
}

const inRow = "4 consecutive versions without a visible change";
const left = "a status write changed nothing: the object stayed at version 102";
const empty = "a status write created a new version without a change";

it.each<RuleRow>([
  { name: "three empty versions", fixture: () => idle(3), tried: 0, broken: [] },
  {
    name: "four",
    fixture: () => idle(4),
    tried: 0,
    broken: [{ detail: inRow, events: [1, 2, 3, 4] }],
  },
  {
    name: "seven, which is once",
    fixture: () => idle(7),
    tried: 0,
    broken: [{ detail: inRow, events: [1, 2, 3, 4] }],
  },
  {
    name: "four in as long as is looked at",
    fixture: () => idle(1, 4_000, idle(3, 3_000)),
    tried: 0,
    broken: [{ detail: inRow, events: [1, 2, 3, 4] }],
  },
  { name: "four in longer", fixture: () => idle(4, 3_334), tried: 0, broken: [] },
  {
    name: "four in time, after a slow one",
    fixture: () => idle(3, 1_000, idle(1, 1_000, idle(1).mark({}, { afterMs: 9_000 }))),
    tried: 0,
    broken: [{ detail: inRow, events: [2, 3, 4, 5] }],
  },
  {
    name: "a report between them",
    fixture: () => idle(3, 1_000, idle(3).report(own)),
    tried: 1,
    broken: [],
  },
  {
    name: "other metadata between them",
    fixture: () => idle(3, 1_000, idle(3).mark({ labels: { a: "b" } })),
    tried: 0,
    broken: [],
  },
  {
    name: "a new spec between them",
    fixture: () => idle(3, 1_000, idle(3).edit({ size: 2 })),
    tried: 0,
    broken: [],
  },
  {
    name: "the first write that anybody saw",
    fixture: () => created().repeat(),
    tried: 1,
    broken: [{ detail: left.replace("102", "101"), events: [2] }],
  },
  {
    name: "a version with a new spec and a new status",
    fixture: () => new HistoryFixture().create().unseen({ status: own }).edit({ size: 2 }),
    tried: 1,
    broken: [],
  },
  {
    name: "a version with a new label and a new status",
    fixture: () =>
      new HistoryFixture()
        .create()
        .unseen({ status: own })
        .mark({ labels: { a: "b" } }),
    tried: 1,
    broken: [],
  },
  {
    name: "one of somebody else between them, which says nothing",
    fixture: () => idle(1, 1_000, idle(3).mark({}, { by: "rival" })),
    tried: 0,
    broken: [{ detail: inRow, events: [1, 2, 3, 6] }],
  },
  {
    name: "a write that left the version as it was",
    fixture: () => reported().repeat(),
    tried: 3,
    broken: [{ detail: left, events: [4] }],
  },
  {
    name: "each of two such writes",
    fixture: () => reported().repeat().repeat(),
    tried: 4,
    broken: [
      { detail: left, events: [4] },
      { detail: left, events: [5] },
    ],
  },
  {
    name: "a write that made an empty version",
    fixture: () => reported().report(own, driven),
    tried: 3,
    broken: [{ detail: empty, events: [5] }],
  },
  {
    name: "a write that reorders conditions once",
    fixture: () => reordered(1),
    tried: 3,
    broken: [],
  },
  {
    name: "writes that reorder conditions again and again",
    fixture: () => reordered(4),
    tried: 6,
    broken: [{ detail: inRow, events: [5, 7, 9, 11] }],
  },
  {
    name: "a write that takes ownership of fields",
    fixture: () =>
      reported().report(own, { ...driven, managers: [{ ...manager, fields: { "f:a": {} } }] }),
    tried: 3,
    broken: [],
  },
  {
    name: "a write of other metadata that made an empty version",
    fixture: () => reported().mark({}, driven),
    tried: 2,
    broken: [],
  },
  {
    name: "an empty version by somebody else",
    fixture: () => reported().report(own, { by: "rival" }),
    tried: 2,
    broken: [],
  },
  {
    name: "the same after a refusal",
    fixture: () => reported().refuse("conflict").repeat(),
    tried: 3,
    broken: [],
  },
  {
    name: "an empty version after a refusal",
    fixture: () => reported().refuse("conflict").report(own, driven),
    tried: 3,
    broken: [],
  },
  {
    name: "the same after a lost answer",
    fixture: () => created().lose(own).repeat(),
    tried: 2,
    broken: [],
  },
  {
    name: "the same a second time after a refusal",
    fixture: () => reported().refuse("conflict").repeat().repeat(),
    tried: 4,
    broken: [{ detail: left, events: [6] }],
  },
  {
    name: "the same by a new process",
    fixture: () => reported().controller("started").repeat(),
    tried: 3,
    broken: [],
  },
])("$name", ({ fixture, tried, broken }) => {
  expect(verdictOn("controller.writes-only-changes", fixture())).toEqual({ tried, broken });
});

it.each([{ by: "rival" as const }, { side: "main" as const }])("asks nothing of %j", (change) => {
  const fixture = reported().repeat();
  const write = fixture.events.pop();
  if (write?.event === "write") fixture.events.push({ ...write, ...change });

  expect(verdictOn("controller.writes-only-changes", fixture)).toEqual({ tried: 2, broken: [] });
});
