import type { JsonObject } from "#contract";
import { changesBetween } from "#harness";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { isInCondition } from "./field-at.ts";
import { reportedGenerationOf } from "./observed-generation.ts";
import { isTimeValue } from "./status-leaves.ts";
import type { UnpromptedChange } from "./unprompted-changes.ts";

/**
 * Records the changes that a controller makes to a status after it has reported on the spec, for example because time
 * has passed or work has finished. Values of a rejected or lost write do not count: they are only late. Neither does
 * anything after a restart or a write by another client, until the spec changes again.
 */
export function recordedChanges({ object }: FirstState, context: RuleContext): ObjectRule {
  let isReported = false;
  let isDisturbed = Object.keys(object.status ?? {}).length > 0;
  let overdue: JsonObject | undefined;
  return {
    controller: () => {
      isDisturbed = true;
    },
    wrote: ({ write }) => {
      if (write.by !== "controller" || write.side !== "status") return;
      if (write.result.answer !== "stored") overdue = { ...overdue, ...write.status };
    },
    step: (step) => {
      if (step.spec.length > 0) {
        isReported = false;
        isDisturbed = false;
        overdue = undefined;
      }
      if (step.status.length === 0) return;
      isDisturbed ||= isForeign(step);
      if (isReported && !isDisturbed) {
        for (const change of timelyIn(step, overdue)) context.unprompted.add(change);
      }
      const { generation } = step.after.metadata;
      isReported ||= (reportedGenerationOf(step.after) ?? generation) === generation;
    },
  };
}

/** Conditions are skipped, because their reasons show whether a reconcile came to another result. */
function timelyIn(
  { status, after }: StateStep,
  overdue: JsonObject | undefined,
): readonly UnpromptedChange[] {
  const others =
    overdue === undefined
      ? undefined
      : new Set(changesBetween(overdue, after.status, "status").map(({ path }) => path));
  return status.flatMap(({ path, before: from, after: to }) => {
    if (from === undefined || isTimeValue(from) || isInCondition({ path })) return [];
    if (others?.has(path) === false) return [];
    return [{ path, from, ...(to === undefined ? {} : { to }) }];
  });
}
