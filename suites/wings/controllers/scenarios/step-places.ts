import type { Scenario, ScenarioStep } from "./scenario.ts";

/** Number of places (synchronization points) within one step, at which runs of the same scenario meet. */
export const placesOfStep = 16;

/** Maximum number of steps with places of their own between two steps that affect all objects. */
const maxSteps = 64;

export const lastPlace = Number.MAX_SAFE_INTEGER;

/** The place of a step, and the place at which a write after the step may crash the controller. */
export interface StepPlace {
  readonly step: number;
  /** Reached when the controller has settled, or when the write has arrived. */
  readonly crash: number;
}

/** Disturbances of a write that affect all objects, because they stop the controller process or delay its watches. */
const affectingAll: ReadonlySet<string> = new Set([
  "crash",
  "crash-before",
  "crash-before-release",
  "crash-on-release",
  "endless-conflicts",
  "late-events",
  "late-label",
  "late-list",
  "late-neighbor",
  "rate-limit",
  "unavailable",
]);

const affectingSteps: ReadonlySet<string> = new Set([
  "delay",
  "end-watches",
  "lag",
  "late-watches",
  "older-view",
  "outage",
  "restart",
  "skew",
  "takeover",
]);

export function affectsAll(step: ScenarioStep): boolean {
  if (step.step === "disturb") return affectingAll.has(step.by);
  return affectingSteps.has(step.step);
}

/**
 * The place of each step. Steps that affect all objects have the same places in all scenarios, however many steps
 * precede them.
 */
export function placesOf(scenario: Scenario): readonly StepPlace[] {
  let [group, steps] = [0, 0];
  const places = scenario.map((step) => {
    if (affectsAll(step)) [group, steps] = [group + 1, 0];
    else steps += 1;
    return (group * maxSteps + Math.min(steps, maxSteps - 1)) * placesOfStep;
  });
  return places.map((step, index) => {
    const settled = scenario.findIndex((one, at) => at > index && one.step === "settle");
    return { step, crash: (places[settled] ?? lastPlace - placesOfStep) + 1 };
  });
}
