import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { inUsualPlaces, observedIn, withObserved } from "./status-places.ts";
import type { StatusPlaces } from "./status-places.ts";

const places: StatusPlaces = {
  conditionsPath: ["health", "checks"],
  observedGenerationPath: ["seen", "revision"],
};

it("reads and sets the observed generation at its own path", () => {
  const status = withObserved(places, { seen: { at: "noon" } }, 3);

  expect(status).toEqual({ seen: { at: "noon", revision: 3 } });
  expect(observedIn(places, status)).toBe(3);
  expect(observedIn({}, status)).toBeUndefined();
});

describe("in usual places", () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      "moves both, and keeps what is beside them",
      { health: { checks: ["a"], pulse: 60 }, seen: { revision: 2 }, phase: "Up" },
      {
        conditions: ["a"],
        observedGeneration: 2,
        health: { pulse: 60 },
        seen: {},
        phase: "Up",
      },
    ],
    [
      "removes fields that only have the usual names",
      { conditions: "of sale", observedGeneration: "X", phase: "Up" },
      { phase: "Up" },
    ],
    ["leaves a status without them", { seen: 7, health: null }, { seen: 7, health: null }],
  ])("%s", (_, status, usual) => {
    expect(inUsualPlaces(places, status)).toEqual(usual);
  });

  it("returns a status of a kind with the usual places as it is", () => {
    const status = { observedGeneration: 1, conditions: [], phase: "Up" };
    expect(inUsualPlaces({}, status)).toEqual(status);
  });
});
