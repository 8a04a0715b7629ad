import { describe, expect, it } from "vitest";
import { readinessOf } from "#harness";
import { decisiveStatuses, statusesAfter } from "./decisive-statuses.ts";

describe("statuses that decide in different ways", () => {
  it.each([
    { index: 0, state: "InProgress", because: "the condition Ready is False" },
    { index: 1, state: "Current", because: "the condition Ready is True" },
    { index: 2, state: "InProgress", because: "it is reconciling" },
    { index: 3, state: "Failed", because: "it is stalled" },
    { index: 4, state: "InProgress", because: "the condition Ready is Unknown" },
    {
      index: 5,
      state: "InProgress",
      because: "generation 2 is not observed: the status reports 0",
    },
    { index: 6, state: "Current", because: "the condition Ready is True" },
  ])("decide $state, because $because", ({ index, state, because }) => {
    const status = decisiveStatuses(2)[index] ?? {};

    expect(readinessOf({ metadata: { generation: 2 }, status })).toEqual({ state, because });
  });

  it("are of conditions that every kind with conditions takes", () => {
    const conditions = decisiveStatuses(2).flatMap((status) => status["conditions"]);
    const time = "2024-05-01T12:00:00Z";

    expect(conditions.flat()).toHaveLength(11);
    for (const one of conditions.flat()) {
      expect(one).toMatchObject({ reason: "Observed", message: "", lastTransitionTime: time });
    }
  });
});

describe("what a status says after each write", () => {
  const beginning = { observedGeneration: -1 };
  const statuses = [{ conditions: [] }, { observedGeneration: 2 }];
  const whole = { conditions: [], observedGeneration: 2 };
  const kept = { ...beginning, conditions: [] };

  it.each([
    {
      what: "keeps a default that a partial write changes",
      way: { mode: "partial", beginning },
      told: [kept, { ...kept, observedGeneration: 2 }],
    },
    {
      what: "keeps nothing of a default that the first write replaces",
      way: { mode: "partial", beginning: {} },
      told: [{ conditions: [] }, whole],
    },
    {
      what: "is what was submitted where a write replaces the status",
      way: { mode: "replace", beginning },
      told: statuses,
    },
  ] as const)("$what", ({ way, told }) => {
    const said = statusesAfter(statuses, way);

    expect(said.map((telling) => telling.told)).toEqual(told);
    expect(said.map(({ submitted }) => submitted)).toEqual(statuses);
  });
});
