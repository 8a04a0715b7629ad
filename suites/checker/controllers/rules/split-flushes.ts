import type { Change } from "../changes.ts";
import type { EvidenceEvent } from "../controller-finding.ts";
import { isForeign } from "../controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "../controller-rule.ts";

/**
 * Two writes of one writer, one right after the other and about different members, while nothing else
 * happened: one flush would have done. Only where it is known who wrote, because two controllers do the
 * same and are right.
 */
export function splitFlushes(_first: FirstState, context: RuleContext): ObjectRule {
  const split: EvidenceEvent[] = [];
  let last: StateStep | undefined;
  return {
    step: (step) => {
      const isFlush = step.status.length > 0 && step.spec.length === 0 && !isForeign(step);
      const previous = last;
      last = isFlush && step.writer !== undefined ? step : undefined;
      if (last === undefined) return;
      context.tried("controller.one-flush-per-reconcile");
      if (previous === undefined || !isSplit(previous, step, context)) return;
      // The second part may be the first one of the next pair, but is counted once.
      last = undefined;
      split.push(previous.evidence, step.evidence);
      if (split.length < 2 * context.limits.splitFlushes) return;
      const detail = `${split.length / 2} times, ${step.writer?.name ?? "the controller"} reported in two writes what one could have said`;
      context.broken("controller.one-flush-per-reconcile", split.splice(0), detail);
    },
  };
}

function isSplit(first: StateStep, second: StateStep, { limits }: RuleContext): boolean {
  const betweenMs = second.atMs - first.atMs;
  if (first.writer?.name !== second.writer?.name || betweenMs > limits.flushMs) return false;
  const places = new Set(first.status.map(placeOf));
  return betweenMs >= 0 && second.status.every((change) => !places.has(placeOf(change)));
}

/** A condition counts as one member. */
function placeOf({ path }: Change): string {
  return path.replace(/\].*$/su, "]");
}
