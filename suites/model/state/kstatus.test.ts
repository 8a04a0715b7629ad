import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { readinessOf } from "./kstatus.ts";
import type { Observed, ReadinessState } from "./kstatus.ts";

interface Row {
  readonly name: string;
  readonly generation?: number;
  readonly isDeleted?: true;
  readonly status?: JsonObject;
  readonly state: ReadinessState;
}

const ready = condition("Ready", "True");
const notReady = condition("Ready", "False");
const reconciling = condition("Reconciling", "True");
const stalled = condition("Stalled", "True");

const truthTable: readonly Row[] = [
  { name: "no status at all: the race", generation: 1, state: "Current" },
  { name: "an empty status", generation: 1, status: {}, state: "Current" },
  { name: "a default of -1", generation: 1, status: seen(-1), state: "InProgress" },
  {
    name: "a default of -1, though ready",
    generation: 1,
    status: seen(-1, ready),
    state: "InProgress",
  },
  { name: "the generation before", generation: 2, status: seen(1, ready), state: "InProgress" },
  { name: "a generation to come", generation: 2, status: seen(3, ready), state: "InProgress" },
  { name: "0 for the first generation", generation: 1, status: seen(0), state: "InProgress" },
  { name: "observed, and no condition", generation: 2, status: seen(2), state: "Current" },
  { name: "observed and ready", generation: 2, status: seen(2, ready), state: "Current" },
  { name: "observed and not ready", generation: 2, status: seen(2, notReady), state: "InProgress" },
  {
    name: "observed, and nobody knows",
    generation: 2,
    status: seen(2, condition("Ready", "Unknown")),
    state: "InProgress",
  },
  { name: "no observed generation, ready", generation: 2, status: listed(ready), state: "Current" },
  {
    name: "no observed generation, not ready",
    generation: 2,
    status: listed(notReady),
    state: "InProgress",
  },
  { name: "no generation", status: seen(7, ready), state: "Current" },
  { name: "reconciling, though ready", status: listed(ready, reconciling), state: "InProgress" },
  { name: "stalled, though ready", status: listed(ready, stalled), state: "Failed" },
  { name: "reconciling before stalled", status: listed(reconciling, stalled), state: "InProgress" },
  { name: "stalled before reconciling", status: listed(stalled, reconciling), state: "Failed" },
  {
    name: "neither reconciling nor stalled",
    status: listed(condition("Reconciling", "False"), condition("Stalled", "Unknown"), ready),
    state: "Current",
  },
  {
    name: "a condition of which it knows nothing",
    status: listed(condition("Degraded", "True")),
    state: "Current",
  },
  {
    name: "a deletion, before everything else",
    generation: 2,
    isDeleted: true,
    status: seen(1, stalled),
    state: "Terminating",
  },
  { name: "a deletion without a status", isDeleted: true, state: "Terminating" },
  {
    name: "a text for a number",
    generation: 1,
    status: { observedGeneration: "1" },
    state: "Undecidable",
  },
  {
    name: "a fraction for a number",
    generation: 1,
    status: { observedGeneration: 1.5 },
    state: "Undecidable",
  },
  {
    name: "a null for a number",
    generation: 1,
    status: { observedGeneration: null },
    state: "Current",
  },
  { name: "conditions that are none", status: { conditions: [1, {}, null] }, state: "Current" },
  { name: "conditions that are no list", status: { conditions: "Ready" }, state: "Current" },
];

describe("readinessOf", () => {
  it.each(truthTable)("$name: $state", ({ state, ...row }) => {
    expect(readinessOf(objectOf(row)).state).toBe(state);
  });

  it("states why", () => {
    expect(readinessOf(objectOf({ generation: 2, status: seen(1) }))).toEqual({
      state: "InProgress",
      because: "generation 2 has not been observed: the status reports 1",
    });
  });

  it("calls nothing current if its observed generation differs", () => {
    const someCondition = fc
      .tuple(
        fc.constantFrom("Ready", "Reconciling", "Stalled", "Other"),
        fc.constantFrom("True", "False", "Unknown"),
      )
      .map(([type, status]) => condition(type, status));

    fc.assert(
      fc.property(fc.nat(), fc.integer(), fc.array(someCondition), (generation, observed, list) => {
        fc.pre(generation !== observed);
        const status = seen(observed, ...list);

        expect(readinessOf(objectOf({ generation, status })).state).toBe("InProgress");
      }),
    );
  });
});

function objectOf({ generation, isDeleted, status }: Omit<Row, "name" | "state">): Observed {
  return {
    metadata: {
      ...(generation === undefined ? {} : { generation }),
      ...(isDeleted === undefined ? {} : { deletionTimestamp: "2024-01-01T00:00:00Z" }),
    },
    ...(status === undefined ? {} : { status }),
  };
}

function seen(observedGeneration: number, ...conditions: readonly JsonValue[]): JsonObject {
  return conditions.length === 0 ? { observedGeneration } : { observedGeneration, conditions };
}

function listed(...conditions: readonly JsonValue[]): JsonObject {
  return { conditions };
}

function condition(type: string, status: string): JsonObject {
  return { type, status };
}
