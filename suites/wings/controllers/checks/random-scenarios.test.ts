import { expect, it } from "vitest";
import * as fc from "fast-check";
import type { JsonObject } from "#contract";
import { plainKind } from "../testing/plain-kind.ts";
import { randomScenarios } from "./random-scenarios.ts";

function specsIn(samples: readonly JsonObject[], own?: readonly JsonObject[]): readonly number[] {
  const kind = plainKind("Gear", {
    samples: { specs: samples, statuses: [], counter: "turns", invalidStatuses: [] },
  });
  const context = { kind, target: { features: [] } };
  const bench = own === undefined ? {} : { specs: { Gear: own } };
  const scenarios = fc.sample(randomScenarios(context, bench, { fc }), { numRuns: 500, seed: 1 });
  const used = scenarios.flatMap((steps) => steps.flatMap((step) => specOf(step)));
  return [...new Set(used)].toSorted((left, right) => left - right);
}

function sized(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_one, size) => ({ size }));
}

function specOf(step: object): readonly number[] {
  return "spec" in step && typeof step.spec === "number" ? [step.spec] : [];
}

it.each([
  ["all specs of the user", 6, 3, [0, 1, 2, 3, 4, 5]],
  ["all samples, and a contrast to them", undefined, 5, [0, 1, 2, 3, 4, 5]],
  ["a few specs again where there are fewer", undefined, 1, [0, 1, 2, 3]],
])("random scenarios use %s", (_, own, samples, expected) => {
  expect(specsIn(sized(samples), own === undefined ? undefined : sized(own))).toEqual(expected);
});
