import type { Scenario, ScenarioStep } from "#wings/controllers";

/** The disturbances of a scenario, modeled on the patterns of Sieve (OSDI 2022) and Acto (SOSP 2023). */
export const patterns = {
  intermediate: "intermediate states: a crash between dependent writes, or a lost write",
  stale: "stale states: a view older than an earlier one, or than a write by the controller itself",
  unobserved: "unobserved states: changes that no event shows",
  leader: "leader change: two instances, the old one with a delayed view",
  transitions: "state transitions: other specs, invalid ones, and back",
  writes: "writes: conflicts, rivals, refusals",
} as const;

export type Pattern = keyof typeof patterns;

const ofSteps = {
  "older-view": "stale",
  takeover: "leader",
  lag: "stale",
  skew: "stale",
  outage: "unobserved",
  delay: "unobserved",
  "end-watches": "unobserved",
  "late-watches": "unobserved",
  "rival-condition": "writes",
  "rival-field": "writes",
  "rival-insists": "writes",
  create: "transitions",
  delete: "transitions",
  "delete-owned": "transitions",
  "report-owned": "transitions",
  edit: "transitions",
  pause: "transitions",
  relabel: "transitions",
  settle: "transitions",
} as const satisfies Record<Exclude<ScenarioStep["step"], "disturb" | "restart">, Pattern>;

export function patternOf(scenario: Scenario): Pattern {
  const found = new Set(scenario.map(patternOfStep));
  const specific = (["leader", "stale", "intermediate", "unobserved", "writes"] as const).find(
    (pattern) => found.has(pattern),
  );
  return specific ?? "transitions";
}

function patternOfStep(step: ScenarioStep): Pattern {
  if (step.step === "disturb") return patternOfDisturbance(step.by);
  if (step.step !== "restart") return ofSteps[step.step];
  return (step.during ?? []).length > 0 ? "unobserved" : "intermediate";
}

function patternOfDisturbance(by: Extract<ScenarioStep, { step: "disturb" }>["by"]): Pattern {
  if (by.startsWith("late-") || by.endsWith("-read")) return "stale";
  const isCrash = by.startsWith("crash") || by === "lost-request" || by === "lost-reply";
  return isCrash ? "intermediate" : "writes";
}

const timely = new Set<string>([
  "controller.status-converges",
  "controller.observed-generation-follows",
  "controller.finalizer-released",
  "controller.owned-objects-match",
  "controller.ready-agrees-with-owned",
]);

/** Rules whose violation looks like a pending report, so that each wait lasts until the timeout. */
const misleading = new Set<string>([
  "controller.observed-generation-not-ahead",
  "controller.observed-generation-reported",
]);

/**
 * Returns the time limit for a report, in milliseconds. The limit is short for a faulty variant that never reports,
 * because each wait lasts until the limit.
 */
export function reportLimitFor(breaks: readonly string[]): number {
  if (breaks.some((id) => timely.has(id))) return 3_000;
  return breaks.some((id) => misleading.has(id)) ? 8_000 : 30_000;
}
