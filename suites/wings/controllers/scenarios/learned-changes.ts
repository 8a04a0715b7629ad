import type { ControllerEvent } from "../rules/controller-event.ts";
import type { ControllerBench } from "./controller-bench.ts";
import { unpromptedIn } from "./judge-events.ts";
import type { ScenarioJudging } from "./judge-events.ts";

/** Adds the changes that a controller makes on its own, because one scenario may not show all of them. */
export function withUnprompted(
  events: readonly ControllerEvent[],
  judging: ScenarioJudging,
  { bench, kind }: { readonly bench: Pick<ControllerBench, "unprompted">; readonly kind: string },
): ScenarioJudging {
  if (bench.unprompted === undefined) return judging;
  const known = bench.unprompted.get(kind) ?? [];
  const unprompted = unpromptedIn(events, { ...judging, unprompted: known });
  bench.unprompted.set(kind, unprompted);
  return unprompted.length === 0 ? judging : { ...judging, unprompted };
}
