import { controllerLimits } from "#contract";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { Doubt, End } from "../rules/ends.ts";
import { judgeControllers } from "../rules/judge-controllers.ts";
import type { ControllerJudge } from "../rules/judge-controllers.ts";
import { inJudgingOrder } from "../rules/judging-order.ts";
import type { ControllerBench } from "./controller-bench.ts";

export interface ScenarioJudging extends Pick<ControllerBench, "convergeMs" | "promises"> {
  /** Final states of objects of the kind in the first, undisturbed run. None by default. */
  readonly ends?: readonly End[];
}

/** Number of preceding events in a finding. Large enough for all events of a reduced scenario. */
const shownAround = 32;

/** Returns a judge that has observed all events of a scenario. The events are in judging order. */
export function judgeOf(
  ordered: readonly ControllerEvent[],
  judging: ScenarioJudging,
): ControllerJudge {
  const controllers = judgeFor(judging);
  for (const event of ordered) controllers.observe(event);
  return controllers;
}

/** Creates a judge that has not observed any events of the scenario. */
export function judgeFor({ convergeMs, promises, ends }: ScenarioJudging): ControllerJudge {
  return judgeControllers({
    limits: { ...controllerLimits, convergeMs },
    shownAround,
    ...(promises === undefined ? {} : { promises }),
    ...(ends === undefined ? {} : { ends }),
  });
}

/** Returns the final states of a scenario that are judged only if new objects confirm them. */
export function doubtsIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
): readonly Doubt[] {
  return judgeOf(inJudgingOrder(events), judging).ends.doubts;
}

/** Whether the current state, if it were final, would differ from the final states of new objects. */
export function isDifferentIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
  atMs: number,
): boolean {
  const controllers = judgeOf(inJudgingOrder(events), judging);
  controllers.observe({ event: "settled", atMs });
  return controllers.ends.isLastDifferent;
}

/** Returns the final states of undisturbed objects. */
export function undisturbedEndsIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
): readonly End[] {
  return judgeOf(inJudgingOrder(events), judging).ends.undisturbed;
}

/** Whether a controller keeps writing objects that do not change. */
export function isRestlessIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
): boolean {
  const { findings } = judgeOf(inJudgingOrder(events), judging).conclude();
  return findings.some(({ requirement }) => requirement === "controller.comes-to-rest");
}
