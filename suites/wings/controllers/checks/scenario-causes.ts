import { isTime } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { changesBetween } from "#harness";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { Scenario, ScenarioStep } from "../scenarios/scenario.ts";

/** The effects of one change by the author. */
export interface Cause {
  /** Index of the spec before the change. Absent if the change creates the object. */
  readonly from?: number;
  readonly to: number;
  readonly writes: number;
  /** Number of status fields that the writes changed. */
  readonly fields: number;
}

/** Maximum number of planned disturbances, and maximum number of writes per cause. */
const most = { plans: 12, writes: 4 } as const;

type Change = Pick<Cause, "from" | "to">;

/**
 * Returns the causes in an undisturbed history, one for each combination of changed spec fields and
 * written status fields. Each is the cause with the most writes.
 *
 * @param changes The changes by the author in the history, in order. The controller settles after
 * each change.
 */
export function causesIn(
  events: readonly ControllerEvent[],
  changes: readonly Change[],
): readonly Cause[] {
  const found = new Map<string, Cause>();
  let before: Resource | undefined;
  for (const [place, { after, writes }] of turnsIn(events).entries()) {
    const change = changes[place];
    if (change === undefined || after === undefined) break;
    const old = change.from === undefined ? undefined : before;
    const paths = pathsOf(old?.status, after.status);
    const spec = old === undefined ? ["created"] : pathsOf(old.spec, after.spec);
    const name = `${spec.join(" ")} > ${paths.join(" ")}`;
    const known = found.get(name);
    if (writes > (known?.writes ?? 0)) found.set(name, { ...change, writes, fields: paths.length });
    before = after;
  }
  return [...found.values()];
}

interface Turn {
  readonly after: Resource | undefined;
  readonly writes: number;
}

function turnsIn(events: readonly ControllerEvent[]): readonly Turn[] {
  const turns: Turn[] = [];
  let after: Resource | undefined;
  let writes = 0;
  for (const event of events) {
    if (event.event === "shown") after = event.object;
    if (isStatusWrite(event)) writes += 1;
    if (event.event !== "settled") continue;
    turns.push({ after, writes });
    writes = 0;
  }
  return turns;
}

function isStatusWrite(event: ControllerEvent): boolean {
  if (event.event !== "write" || event.by !== "controller") return false;
  return event.side === "status" && event.result.answer === "stored";
}

/**
 * Returns the paths of the changed fields, without list indexes. Skips timestamps, because their
 * values depend on the pace.
 */
function pathsOf(before: JsonObject | undefined, after: JsonObject | undefined): readonly string[] {
  const paths = changesBetween(before, after, "")
    .filter(({ after: value }) => typeof value !== "string" || !isTime(value))
    .map(({ path }) => path.replaceAll(/\d+/gu, "*"));
  return [...new Set(paths)].toSorted();
}

/**
 * Plans a crash before and after each write of each cause, with new objects. Causes with many writes and fields come
 * first, because a crash can leave more of their work incomplete.
 */
export function plannedCrashes(causes: readonly Cause[]): Scenario {
  const promising = causes.toSorted(
    (one, other) => other.writes - one.writes || other.fields - one.fields,
  );
  const plans = promising.flatMap((cause) =>
    Array.from({ length: Math.min(most.writes, cause.writes) }, (_, skip) => skip).flatMap((skip) =>
      (["crash-before", "crash"] as const).map((by) => ({ cause, skip, by })),
    ),
  );
  return plans.slice(0, most.plans).flatMap(({ cause, skip, by }, object): Scenario => {
    const disturb: ScenarioStep = { step: "disturb", object, by, ...(skip === 0 ? {} : { skip }) };
    const { from, to } = cause;
    const settle: ScenarioStep = { step: "settle" };
    const changed: Scenario =
      from === undefined
        ? [disturb, { step: "create", object, spec: to }]
        : [
            { step: "create", object, spec: from },
            settle,
            disturb,
            { step: "edit", object, spec: to },
          ];
    return [...changed, settle, { step: "delete", object }];
  });
}
