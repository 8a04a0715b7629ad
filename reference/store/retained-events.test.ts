import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { LogEntry } from "../kinds/store-requests.ts";
import { RetainedEvents } from "./retained-events.ts";

const bounds = { retainedEvents: 2, retainedKinds: 2, firstVersion: 100 };

function retain(...changes: readonly (readonly [number, string])[]): RetainedEvents {
  const retained = new RetainedEvents(bounds);
  for (const [version, kind] of changes) retained.add(change(version, kind));
  return retained;
}

function change(version: number, kind: string): LogEntry {
  const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion(String(version)) };
  return { type: "MODIFIED", version, object: { kind, metadata } };
}

function versionsOf(retained: RetainedEvents, kind: string): readonly number[] {
  return retained.of(kind).map(({ version }) => version);
}

it("keeps the latest changes of each kind, independently of others", () => {
  const retained = retain([101, "A"], [102, "B"], [103, "B"], [104, "B"]);

  expect(versionsOf(retained, "A")).toEqual([101]);
  expect(versionsOf(retained, "B")).toEqual([103, 104]);
  expect(retained.range("A", 104)).toEqual({ oldest: 100, newest: 104 });
  expect(retained.range("B", 104)).toEqual({ oldest: 102, newest: 104 });
});

it("retains everything for a kind without changes", () => {
  expect(retain([101, "A"]).range("B", 101)).toEqual({ oldest: 100, newest: 101 });
});

it("evicts the kind that changed least recently, and remembers its range", () => {
  const retained = retain([101, "A"], [102, "B"], [103, "A"], [104, "C"]);

  expect(versionsOf(retained, "B")).toEqual([]);
  expect(versionsOf(retained, "A")).toEqual([101, 103]);
  expect(retained.range("B", 104).oldest).toBe(102);
  retained.add(change(105, "B"));
  expect(retained.range("B", 105).oldest).toBe(102);
});

it("keeps the ranges of other kinds when it evicts one", () => {
  const retained = retain([101, "A"], [102, "B"], [103, "C"]);

  expect(retained.range("B", 103).oldest).toBe(100);
  expect(retained.range("C", 103).oldest).toBe(100);
});
