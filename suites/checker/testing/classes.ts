import type { VersionOrder } from "../history/history.ts";
import { mutated, retimed } from "./mutate.ts";
import type { SmallHistory } from "./oracle.ts";
import { Random } from "./random-source.ts";
import { simulate, type SimulationClass } from "./simulate.ts";

export const simulationClasses: readonly SimulationClass[] = [
  { name: "conditional writes", weights: { read: 3, cas: 4 }, idle: 0.05 },
  { name: "unknown outcomes", weights: { read: 3, cas: 4 }, unknown: 0.25 },
  { name: "equal times", weights: { read: 3, cas: 4, put: 1 }, unknown: 0.1, hasTies: true },
  { name: "unconditional writes", weights: { read: 3, cas: 3, put: 3 }, unknown: 0.15 },
  {
    name: "creations and deletions",
    weights: { read: 3, cas: 3, create: 3, delete: 3 },
    unknown: 0.15,
  },
  {
    name: "everything",
    weights: { read: 3, cas: 3, put: 2, create: 2, delete: 2 },
    unknown: 0.2,
    idle: 0.05,
    hasTies: true,
  },
  {
    name: "terse answers",
    weights: { read: 3, cas: 3, put: 2, create: 2, delete: 2 },
    unknown: 0.1,
    terse: 0.3,
  },
];

/** How a simulated history is changed: not at all, with a wrong result, or with different times. */
export const variants = ["valid", "mutated", "re-timed"] as const;

export type Variant = (typeof variants)[number];

export interface Sample {
  readonly seed: number;
  readonly of: SimulationClass;
  readonly variant: Variant;
  readonly history: SmallHistory;
}

/** Generates the history for a seed. It is small enough for an oracle that tries every order. */
export function sampleOf(seed: number, versions: VersionOrder): Sample {
  const random = new Random(seed);
  const of = random.pick(simulationClasses);
  const variant = random.pick(variants);
  const valid = simulate(random, of, { versions, operations: 3 + random.below(10) });
  const times = variant === "valid" ? 0 : 1 + random.below(2);
  let history = valid;
  for (let i = 0; i < times; i += 1) {
    history = variant === "mutated" ? mutated(random, history) : retimed(random, history);
  }
  return { seed, of, variant, history };
}
