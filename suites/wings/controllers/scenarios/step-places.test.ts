import { expect, it } from "vitest";
import { placesOf, placesOfStep } from "./step-places.ts";
import type { Scenario, ScenarioStep } from "./scenario.ts";

const settle: ScenarioStep = { step: "settle" };
const create: ScenarioStep = { step: "create", object: 0, spec: 0 };
const crash: ScenarioStep = { step: "disturb", object: 0, by: "crash" };

const stepsOf = (scenario: Scenario): readonly number[] =>
  placesOf(scenario).map(({ step }) => step / placesOfStep);

it("are the same for steps that affect all objects, however many steps precede them", () => {
  const short = stepsOf([crash, create, settle, crash]);
  const long = stepsOf([crash, create, settle, create, settle, crash]);

  expect(short.at(0)).toBe(long.at(0));
  expect(short.at(3)).toBe(long.at(5));
  expect(long).toEqual(long.toSorted((left, right) => left - right));
});

it("let a crash wait until the other plays have settled, and no longer", () => {
  const [disturbed, , settled, next] = placesOf([crash, create, settle, create]);

  expect(disturbed?.crash).toBeGreaterThan(settled?.step ?? Infinity);
  expect(disturbed?.crash).toBeLessThan(next?.step ?? 0);
});
