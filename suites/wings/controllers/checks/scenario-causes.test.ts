import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject } from "#contract";
import { describeScenario } from "../scenarios/scenario.ts";
import type { ControllerEvent } from "../rules/controller-event.ts";
import { causesIn, plannedCrashes } from "./scenario-causes.ts";

interface Turn {
  readonly spec: JsonObject;
  readonly statuses: readonly JsonObject[];
}

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

  expect(describeScenario(plan).split(", wait until idle, delete ")).toEqual([
    "create object 0 with spec 1, wait until idle, kill the controller before its next status write to object 0 arrives, set object 0 to spec 2",
    "object 0, create object 1 with spec 1, wait until idle, kill the controller when its next status write to object 1 is stored, set object 1 to spec 2",
    "object 1, create object 2 with spec 1, wait until idle, kill the controller before its status write number 2 to object 2 arrives, set object 2 to spec 2",
    "object 2, create object 3 with spec 1, wait until idle, kill the controller when its status write number 2 to object 3 is stored, set object 3 to spec 2",
    "object 3, kill the controller before its next status write to object 4 arrives, create object 4 with spec 0",
    "object 4, kill the controller when its next status write to object 5 is stored, create object 5 with spec 0",
    "object 5",
  ]);
});
