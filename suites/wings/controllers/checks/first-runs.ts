import type { CheckContext } from "#harness";
import type { ControllerBench } from "../scenarios/controller-bench.ts";
import { undisturbedEndsIn } from "../scenarios/judge-events.ts";
import { playScenario } from "../scenarios/play-scenario.ts";
import type { End } from "../rules/ends.ts";
import type { Scenario, ScenarioStep } from "../scenarios/scenario.ts";

/** Maximum number of specs whose ends are learned. */
const mostSpecs = 4;

/** The first, undisturbed runs of a controller, one for each kind: how new and edited objects with each spec end. */
export class FirstRuns {
  readonly #ends = new Map<string, Promise<readonly End[]>>();

  /** The ends of objects of a kind. Plays an undisturbed scenario when called for the first time. */
  endsOf(context: CheckContext, bench: ControllerBench): Promise<readonly End[]> {
    const { name } = context.kind;
    const known = this.#ends.get(name);
    if (known !== undefined) return known;
    const learned = learnEnds(context, bench);
    this.#ends.set(name, learned);
    return learned;
  }
}

async function learnEnds(context: CheckContext, bench: ControllerBench): Promise<readonly End[]> {
  const { target, kind } = context;
  if (!target.features.includes("delete")) return [];
  const specs = bench.specs?.[kind.name] ?? kind.samples.specs;
  const scenario = undisturbed(Math.min(mostSpecs, specs.length));
  const { events, judging } = await playScenario(context, { bench, scenario });
  return undisturbedEndsIn(events, judging);
}

/** Objects that are created, edited twice in the second round, and deleted, one after another. */
function undisturbed(specs: number): Scenario {
  return Array.from({ length: specs * 2 }, (_, object): readonly ScenarioStep[] => {
    const edits = object < specs ? [] : [object + 1, object + 2];
    return [
      { step: "create", object, spec: object % specs },
      { step: "settle" },
      ...edits.flatMap((spec): readonly ScenarioStep[] => [
        { step: "edit", object, spec: spec % specs },
        { step: "settle" },
      ]),
      { step: "delete", object },
    ];
  }).flat();
}
