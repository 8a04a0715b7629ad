import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject } from "#contract";
import { describeScenario } from "../scenarios/scenario.ts";
import type { ControllerEvent } from "../rules/controller-event.ts";
import { causesIn, plannedCrashes } from "./causes.ts";

interface Turn {
  readonly spec: JsonObject;
  readonly statuses: readonly JsonObject[];
}

/** The history of an object with one entry per change by the author. */
function eventsOf(turns: readonly Turn[]): readonly ControllerEvent[] {
  let version = 0;
  const key = { kind: "Widget", namespace: "default", name: "one" };
  const shown = (spec: JsonObject, status: JsonObject | undefined): ControllerEvent => ({
    event: "shown",
    type: "MODIFIED",
    atMs: version,
    object: {
      kind: "Widget",
      metadata: { ...key, uid: uid("u"), resourceVersion: resourceVersion(String(version)) },
      spec,
      ...(status === undefined ? {} : { status }),
    },
  });
  return turns.flatMap(({ spec, statuses }): readonly ControllerEvent[] => [
    shown(spec, undefined),
    ...statuses.flatMap((status): readonly ControllerEvent[] => {
      version += 1;
      const stored = resourceVersion(String(version));
      const result = { answer: "stored", version: stored } as const;
      return [
        { event: "write", by: "controller", side: "status", key, result, atMs: version },
        shown(spec, status),
      ];
    }),
    { event: "settled", atMs: version },
  ]);
}

const counted = (count: number): Turn => ({ spec: { size: count }, statuses: [{ count }] });
const named = (name: string, count: number): Turn => ({
  spec: { size: count, name },
  statuses: [{ count }, { count, name }],
});

it("finds one cause for each combination of changed and written fields", () => {
  const turns = [counted(1), counted(2), counted(3), named("a", 3), named("b", 3), counted(3)];
  const changes = turns.map((_, to) => (to === 0 ? { to } : { from: to - 1, to }));

  expect(causesIn(eventsOf(turns), changes)).toEqual([
    { to: 0, writes: 1, fields: 1 },
    { from: 0, to: 1, writes: 1, fields: 1 },
    { from: 2, to: 3, writes: 2, fields: 1 },
  ]);
});

it("has as many causes in a longer history", () => {
  const turns = Array.from({ length: 40 }, (_, count) => counted(count));
  const changes = turns.map((_, to) => (to === 0 ? { to } : { from: to - 1, to }));

  expect(causesIn(eventsOf(turns), changes)).toHaveLength(2);
});

it("plans a crash before and after each write, of the cause with most writes first", () => {
  const plan = plannedCrashes([
    { to: 0, writes: 1, fields: 3 },
    { from: 1, to: 2, writes: 2, fields: 1 },
  ]);

  expect(describeScenario(plan).split(", settle, delete ")).toEqual([
    "create 0 with spec 1, settle, disturb the next write of 0 by crash-before, edit 0 to spec 2",
    "0, create 1 with spec 1, settle, disturb the next write of 1 by crash, edit 1 to spec 2",
    "1, create 2 with spec 1, settle, disturb write 2 of 2 by crash-before, edit 2 to spec 2",
    "2, create 3 with spec 1, settle, disturb write 2 of 3 by crash, edit 3 to spec 2",
    "3, disturb the next write of 4 by crash-before, create 4 with spec 0",
    "4, disturb the next write of 5 by crash, create 5 with spec 0",
    "5",
  ]);
});
