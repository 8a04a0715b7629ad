import type { CheckContext } from "#harness";
import type { ControllerBench } from "../scenarios/controller-bench.ts";
import { undisturbedEndsIn } from "../scenarios/judge-events.ts";
import { playScenario } from "../scenarios/play-scenario.ts";
import type { End } from "../rules/ends.ts";
import { inJudgingOrder } from "../rules/judging-order.ts";
import { ownedKindsOf } from "../rules/kind-promises.ts";
import { growingKinds } from "../rules/owned-numbers.ts";
import { specsFor } from "../scenarios/scenario-specs.ts";
import type { Scenario, ScenarioStep } from "../scenarios/scenario.ts";
import { causesIn } from "./scenario-causes.ts";
import type { Cause } from "./scenario-causes.ts";

/** Maximum number of specs for which the final statuses are learned. */
const maxSpecs = 4;

/** Time to wait for further owned objects after a final state, as a multiple of the idle time for an unknown pace. */
const growingPeriods = 3;

export interface FirstRun {
  /** The specs and the final statuses of new and edited objects. */
  readonly ends: readonly End[];
  readonly causes: readonly Cause[];
}

export class FirstRuns {
  readonly #runs = new Map<string, Promise<FirstRun>>();

  /** The first call starts the run. */
  of(context: CheckContext, bench: ControllerBench): Promise<FirstRun> {
    const { name } = context.kind;
    const known = this.#runs.get(name);
    if (known !== undefined) return known;
    const learned = learn(context, bench);
    this.#runs.set(name, learned);
    // The next scenario tries again.
    learned.catch(() => this.#runs.delete(name));
    return learned;
  }
}

async function learn(context: CheckContext, bench: ControllerBench): Promise<FirstRun> {
  const { target } = context;
  if (!target.features.includes("delete")) return { ends: [], causes: [] };
  const specs = await specsFor(context, bench);
  const changes = undisturbed(Math.min(maxSpecs, specs.length));
  const isOwning = ownedKindsOf(bench.promises?.[context.kind.name]).length > 0;
  const seconds = isOwning ? (growingPeriods * bench.quietMs) / 1000 : 0;
  const scenario = changes.flatMap((change) => stepsOf(change, seconds));
  const { events, judging } = await playScenario(context, { bench, scenario });
  const ordered = inJudgingOrder(events);
  const growing = growingKinds(ordered);
  return {
    ends: undisturbedEndsIn(events, judging).map((end) => ({ ...end, growing })),
    causes: causesIn(ordered, changes),
  };
}

interface Change {
  readonly object: number;
  readonly from?: number;
  readonly to: number;
  readonly isLast: boolean;
}

/** Plans objects that are created and deleted one after another. Objects in the second half are also edited twice. */
function undisturbed(specs: number): readonly Change[] {
  return Array.from({ length: specs * 2 }, (_, object): readonly Change[] => {
    const [first, second, third] = [object, object + 1, object + 2].map((spec) => spec % specs);
    const isOnlyCreated = object < specs;
    const created = { object, to: first ?? 0, isLast: isOnlyCreated };
    if (isOnlyCreated) return [created];
    return [
      created,
      { object, from: first ?? 0, to: second ?? 0, isLast: false },
      { object, from: second ?? 0, to: third ?? 0, isLast: true },
    ];
  }).flat();
}

/** Waits `seconds` after the final state of an object that is only created. */
function stepsOf({ object, from, to, isLast }: Change, seconds: number): Scenario {
  const change: ScenarioStep =
    from === undefined ? { step: "create", object, spec: to } : { step: "edit", object, spec: to };
  const isOnlyCreated = from === undefined && isLast;
  return [
    change,
    { step: "settle" },
    ...(isOnlyCreated && seconds > 0 ? [{ step: "pause", seconds } as const] : []),
    ...(isLast ? [{ step: "delete", object } as const] : []),
  ];
}
