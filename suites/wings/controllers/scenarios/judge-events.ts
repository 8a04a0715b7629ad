import { controllerLimits } from "#contract";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { Doubt, End } from "../rules/ends.ts";
import { judgeControllers } from "../rules/judge-controllers.ts";
import type { ControllerJudge } from "../rules/judge-controllers.ts";
import { inJudgingOrder } from "../rules/judging-order.ts";
import type { OwnedSurplus } from "../rules/owned-surpluses.ts";
import type { UnpromptedChange } from "../rules/unprompted-changes.ts";
import type { ControllerBench } from "./controller-bench.ts";

export interface ScenarioJudging extends Pick<ControllerBench, "convergeMs" | "promises"> {
  /** Final states of objects of the kind in the first, undisturbed run. None by default. */
  readonly ends?: readonly End[];
  /** Changes to statuses that no change to a spec caused, in the scenarios so far. None by default. */
  readonly unprompted?: readonly UnpromptedChange[];
}

/** Number of preceding events in a finding. Large enough for all events of a reduced scenario. */
const shownAround = 32;

export function judgeOf(
  ordered: readonly ControllerEvent[],
  judging: ScenarioJudging,
): ControllerJudge {
  const controllers = judgeFor(judging);
  for (const event of ordered) controllers.observe(event);
  return controllers;
}

export function judgeFor({
  convergeMs,
  promises,
  ends,
  unprompted,
}: ScenarioJudging): ControllerJudge {
  return judgeControllers({
    limits: { ...controllerLimits, convergeMs },
    shownAround,
    ...(promises === undefined ? {} : { promises }),
    ...(ends === undefined ? {} : { ends }),
    ...(unprompted === undefined ? {} : { unprompted }),
  });
}

/** The final states of a scenario that count only if new objects confirm them. */
export function doubtsIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
): readonly Doubt[] {
  return judgeOf(inJudgingOrder(events), judging).ends.doubts;
}

/** The surpluses of owned objects that count only if a new object does not come to own too many as well. */
export function surplusesIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
): readonly OwnedSurplus[] {
  return judgeOf(inJudgingOrder(events), judging).ends.surpluses.unexplained;
}

/** Judges the current state as if it were final. */
export function isDifferentIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
  atMs: number,
): boolean {
  const controllers = judgeOf(inJudgingOrder(events), judging);
  controllers.observe({ event: "settled", atMs });
  return controllers.ends.isLastDifferent;
}

export function undisturbedEndsIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
): readonly End[] {
  return judgeOf(inJudgingOrder(events), judging).ends.undisturbed;
}

/** The unprompted changes in this scenario and in the earlier ones that the judging options name. */
export function unpromptedIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
): readonly UnpromptedChange[] {
  return judgeOf(inJudgingOrder(events), judging).unprompted;
}

export function isRestlessIn(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
): boolean {
  const { findings } = judgeOf(inJudgingOrder(events), judging).conclude();
  return findings.some(({ requirement }) => requirement === "controller.comes-to-rest");
}
