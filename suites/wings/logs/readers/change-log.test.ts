import { describe, expect, it } from "vitest";
import { judgeText } from "../testing/judged-log.ts";
import { changes } from "./change-log.ts";

const rows = {
  type: "kind",
  types: { INSERT: "create", MODIFY: "update", REMOVE: "delete" },
  object: "row",
  before: "old",
  after: "new",
};

interface Row {
  readonly kind: string;
  readonly old?: number;
  readonly new?: number;
}

function insert(n: number): Row {
  return { kind: "INSERT", new: n };
}

function modify(old: number, n: number): Row {
  return { kind: "MODIFY", old, new: n };
}

function remove(old: number): Row {
  return { kind: "REMOVE", old };
}

function typesOfRows(events: readonly Row[]): readonly string[] {
  const text = events.map((event) =>
    JSON.stringify({
      row: "a",
      kind: event.kind,
      ...(event.old === undefined ? {} : { old: { n: event.old } }),
      ...(event.new === undefined ? {} : { new: { n: event.new } }),
    }),
  );
  const { verdict } = judgeText(changes, text.join("\n"), { mapping: rows });
  return verdict.anomalies.map(({ type }) => type);
}

describe("a change stream without versions", () => {
  it.each<{ name: string; events: readonly Row[] }>([
    {
      name: "delivered a batch again",
      events: [insert(1), modify(1, 2), modify(2, 3), modify(1, 2), modify(2, 3), modify(3, 4)],
    },
    {
      name: "delivered a creation again",
      events: [insert(1), insert(1), modify(1, 2), insert(1), modify(2, 5)],
    },
    {
      name: "delivered a deletion again",
      events: [insert(1), remove(1), remove(1), insert(1), modify(1, 2)],
    },
    {
      name: "changed a row back and forth",
      events: [insert(1), modify(1, 2), modify(2, 1), modify(1, 2), modify(2, 1)],
    },
  ])("is legal if it $name", ({ events }) => {
    expect(typesOfRows(events)).toEqual([]);
  });

  it.each<{ name: string; events: readonly Row[] }>([
    { name: "an update", events: [insert(1), modify(1, 2), modify(3, 4)] },
    { name: "a deletion", events: [insert(1), modify(1, 2), insert(7)] },
    {
      name: "an update after a batch that was delivered again",
      events: [insert(1), modify(1, 2), modify(1, 2), modify(3, 4)],
    },
  ])("is illegal if it lacks $name", ({ events }) => {
    expect(typesOfRows(events)).toContain("missing-event");
  });
});

const watches = {
  type: "type",
  types: { ADDED: "present", MODIFIED: "update", DELETED: "delete" },
  object: "row",
  version: "version",
  versions: "comparable",
};

type Event = readonly [type: string, version: number];

function typesOfEvents(events: readonly Event[]): readonly string[] {
  const text = events.map(([type, version]) => JSON.stringify({ type, row: "a", version }));
  const { verdict } = judgeText(changes, text.join("\n"), { mapping: watches });
  return verdict.anomalies.map(({ type }) => type);
}

describe("the output of watches", () => {
  it.each<{ name: string; events: readonly Event[] }>([
    {
      name: "began again with a state that was delivered",
      events: [
        ["ADDED", 7],
        ["MODIFIED", 9],
        ["ADDED", 9],
        ["MODIFIED", 12],
      ],
    },
    {
      name: "began again with a later state",
      events: [
        ["ADDED", 7],
        ["MODIFIED", 9],
        ["ADDED", 11],
        ["MODIFIED", 12],
      ],
    },
    {
      name: "showed a deletion and a creation",
      events: [
        ["ADDED", 7],
        ["DELETED", 9],
        ["ADDED", 11],
        ["MODIFIED", 12],
      ],
    },
  ])("is legal if they $name", ({ events }) => {
    expect(typesOfEvents(events)).toEqual([]);
  });

  it.each<{ name: string; events: readonly Event[]; type: string }>([
    {
      name: "showed an earlier state after they began again",
      events: [
        ["ADDED", 7],
        ["ADDED", 11],
        ["MODIFIED", 13],
        ["MODIFIED", 12],
      ],
      type: "event-out-of-order",
    },
    {
      name: "showed a deletion twice",
      events: [
        ["ADDED", 7],
        ["DELETED", 9],
        ["DELETED", 10],
      ],
      type: "missing-event",
    },
  ])("is illegal if they $name", ({ events, type }) => {
    expect(typesOfEvents(events)).toContain(type);
  });
});
