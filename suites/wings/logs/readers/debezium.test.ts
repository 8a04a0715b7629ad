import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { judgeText } from "../testing/judged-log.ts";
import { debezium } from "./debezium.ts";

interface Event {
  readonly op?: string;
  readonly id?: number;
  readonly before?: JsonObject | null;
  readonly after?: JsonObject | null;
  readonly source?: JsonObject;
}

const postgres = { connector: "postgresql", name: "shop", schema: "public", table: "orders" };

/** Formats an event of row 1 as kcat does, at a position in the log. */
function event(lsn: number, { op = "u", id = 1, source = {}, ...states }: Event): string {
  const payload = { op, ts_ms: lsn, source: { ...postgres, lsn, ...source }, ...states };
  const key = JSON.stringify({ payload: { id }, schema: {} });
  const message = { topic: "shop.public.orders", partition: 0, offset: lsn, key };
  return JSON.stringify({ ...message, payload: JSON.stringify({ schema: {}, payload }) });
}

const states = ["new", "paid", "sent", "done"].map((state) => ({ id: 1, state }));
const [fresh, paid, sent, done] = states;
const created = event(10, { op: "c", before: null, after: fresh ?? null });
const toPaid = event(20, { before: fresh ?? null, after: paid ?? null });
const toSent = event(30, { before: paid ?? null, after: sent ?? null });
const toDone = event(40, { before: sent ?? null, after: done ?? null });
const deleted = event(50, { op: "d", before: done ?? null, after: null });

function judged(...lines: readonly string[]): readonly string[] {
  const { verdict } = judgeText(debezium, lines.join("\n"));
  return verdict.anomalies.map(({ type, operations }) => [type, ...operations].join(" "));
}

describe("a change stream of Debezium", () => {
  it.each([
    { name: "every change in order", lines: [created, toPaid, toSent, toDone, deleted] },
    { name: "a stream that starts in between", lines: [toSent, toDone, deleted] },
    {
      name: "the same key again",
      lines: [toDone, deleted, event(60, { op: "c", after: { id: 1 } })],
    },
    { name: "changes delivered again", lines: [created, toPaid, created, toPaid, toSent] },
    {
      name: "a snapshot, and one that agrees with what came before",
      lines: [
        event(5, { op: "r", after: fresh ?? null }),
        toPaid,
        event(21, { op: "r", after: paid ?? null }),
        toSent,
      ],
    },
    {
      name: "a column that was added",
      lines: [
        created,
        event(20, {
          before: { id: 1, state: "new", note: null },
          after: { id: 1, state: "paid", note: "x" },
        }),
      ],
    },
    {
      name: "a value that was not at hand",
      lines: [
        created,
        event(20, {
          before: fresh ?? null,
          after: { id: 1, state: "__debezium_unavailable_value" },
        }),
        event(30, { before: fresh ?? null, after: paid ?? null }),
      ],
    },
    {
      name: "a deletion with the key alone, where no update had its earlier state",
      lines: [created, event(50, { op: "d", before: { id: 1, state: "" } })],
    },
    {
      name: "rows that are there again after their table was truncated",
      lines: [created, event(15, { op: "t" }), event(16, { op: "c", after: fresh ?? null })],
    },
    {
      name: "changes delivered again by a source that numbers none of them",
      lines: [10, 10, 20, 10, 20].map((time) =>
        event(time, {
          op: time === 10 ? "c" : "u",
          ...(time === 10 ? {} : { before: fresh ?? null }),
          after: (time === 10 ? fresh : paid) ?? null,
          source: { connector: "mongodb", lsn: null, ts_ms: time, ord: 1 },
        }),
      ),
    },
    {
      name: "places of two servers after a failover",
      lines: [
        event(9, {
          op: "c",
          after: fresh ?? null,
          source: { lsn: null, file: "b.000009", pos: 9, server_id: 1 },
        }),
        event(4, {
          before: fresh ?? null,
          after: paid ?? null,
          source: { lsn: null, file: "b.000001", pos: 4, server_id: 2 },
        }),
      ],
    },
  ])("is legal with $name", ({ lines }) => {
    expect(judged(...lines)).toEqual([]);
  });

  it.each([
    { wrong: ["missing-event 2 2"], lines: [created, toSent] },
    { wrong: ["missing-event 2 2"], lines: [toPaid, toDone] },
    { wrong: ["event-out-of-order 3 3"], lines: [created, toSent, toPaid] },
    {
      wrong: ["missing-event 2 2"],
      lines: [created, event(60, { op: "c", after: fresh ?? null })],
    },
    {
      wrong: ["missing-event 3 3"],
      lines: [toDone, deleted, event(60, { before: paid ?? null, after: sent ?? null })],
    },
    {
      wrong: ["undelivered-event 2 2"],
      lines: [created, event(21, { op: "r", after: paid ?? null })],
    },
  ])("has a $wrong", ({ lines, wrong }) => {
    expect(judged(...lines)).toEqual(wrong);
  });

  it("counts repeated events, and those that cannot be observed", () => {
    const blind = event(20, { before: null, after: paid ?? null });
    const { limits, notes } = judgeText(debezium, [created, blind, blind].join("\n"));

    expect(notes).toEqual([
      "1 event was delivered more than once, which at-least-once delivery allows",
    ]);
    expect(limits.join()).toContain("1 update of 1 contained no previous state");
  });

  it("reads messages without schemas, with a tab after the key, and without a key", () => {
    const envelope = { op: "c", source: postgres, after: { id: 7 } };
    const lines = [
      JSON.stringify({ key: { id: 7 }, value: envelope }),
      `{"id":8}\t${JSON.stringify(envelope)}`,
      `{"id":8}\tnull`,
      JSON.stringify(envelope),
      JSON.stringify({ status: "BEGIN", id: "571" }),
    ];
    const { facts } = judgeText(debezium, lines.join("\n"));

    expect(facts).toMatchObject({ requests: 3 });
    expect([...facts.skipped]).toEqual([["not a change to a row", 2]]);
    expect(facts.notes?.join()).toContain(`the field "id" was used as the key`);
  });

  it("states the error in a line, and how to record it", () => {
    const lines = [created, '{"op":"c","af', JSON.stringify({ op: "c", after: { name: "x" } })];
    const { facts } = judgeText(debezium, lines.join("\n"));

    expect([...facts.skipped.keys()]).toEqual([
      "not a JSON object, first in history line 2",
      "no key: also record the keys of messages, as kcat -J does, first in history line 3",
    ]);
  });

  it("names the stream, the row and the version", () => {
    const { verdict } = judgeText(debezium, [created, toSent].join("\n"));

    expect(verdict.anomalies[0]?.message).toContain(
      "client not in the stream wrote version (before lsn 30), based on version lsn 10 (line 2)",
    );
  });
});
