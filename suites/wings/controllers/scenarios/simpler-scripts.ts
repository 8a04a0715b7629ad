import type { Scenario, ScenarioStep } from "./scenario.ts";

/**
 * Yields simpler forms of a scenario, the simplest first: its prefixes, then the scenario without
 * one of its steps (the last step first), then without one of the steps that are executed during
 * another step.
 */
export function* simplerScripts(scenario: Scenario): Generator<Scenario> {
  for (let length = 1; length < scenario.length; length *= 2) {
    yield* possible(scenario.slice(0, length));
  }
  for (let place = scenario.length - 1; place >= 0; place -= 1) {
    yield* possible(scenario.toSpliced(place, 1));
  }
  for (const [place, step] of scenario.entries()) {
    for (const simpler of simplerSteps(step)) yield scenario.with(place, simpler);
  }
}

function possible(scenario: Scenario): readonly Scenario[] {
  return scenario.some(hasCreation) ? [scenario] : [];
}

function hasCreation(step: ScenarioStep): boolean {
  if (step.step === "create") return true;
  const during = "during" in step ? (step.during ?? []) : [];
  const unseen = "unseen" in step ? step.unseen : [];
  return [...unseen, ...during].some(hasCreation);
}

function simplerSteps(step: ScenarioStep): readonly ScenarioStep[] {
  if (step.step === "restart" || step.step === "outage") {
    return without(step.during ?? []).map((during) => ({ ...step, during }));
  }
  if (step.step === "takeover") {
    return without(step.during).map((during) => ({ ...step, during }));
  }
  if (step.step === "lag" || step.step === "skew") {
    return without(step.during).map((during) => ({ ...step, during }));
  }
  if (step.step === "delay" || step.step === "end-watches") {
    return without(step.during).map((during) => ({ ...step, during }));
  }
  if (step.step !== "older-view") return [];
  return [
    ...without(step.during).map((during) => ({ ...step, during })),
    ...without(step.unseen).map((unseen) => ({ ...step, unseen })),
  ];
}

function without<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.map((_, place) => items.toSpliced(place, 1));
}
