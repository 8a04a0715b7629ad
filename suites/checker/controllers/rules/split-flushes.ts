import type { Change } from "../changes.ts";
import type { EvidenceEvent } from "../controller-finding.ts";
import { isForeign } from "../controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep, Writer } from "../controller-rule.ts";

/**
 * Two writes of one writer, one right after the other and about different members, while nothing else
 * happened: one flush would have done. Only where it is known who wrote, because two controllers do the
 * same and are right.
 */
export function splitFlushes(_first: FirstState, context: RuleContext): ObjectRule {
  const split: EvidenceEvent[] = [];
  let last: Flush | undefined;
  return {
    step: (step) => {
      const isFlush = step.status.length > 0 && step.spec.length === 0 && !isForeign(step);
      const previous = last;
      last = isFlush && step.writer !== undefined ? flushOf(step, step.writer) : undefined;
      if (last === undefined) return;
      context.tried("controller.one-flush-per-reconcile");
      if (previous === undefined || !isSplit(previous, last, context)) return;
      // The second part may be the first one of the next pair, but is counted once.
      last = undefined;
      split.push(previous.evidence, step.evidence);
      if (split.length < 2 * context.limits.splitFlushes) return;
      const detail = `${split.length / 2} times, ${step.writer?.name ?? "the controller"} reported in two writes what one could have said`;
      context.broken("controller.one-flush-per-reconcile", split.splice(0), detail);
    },
  };
}

/** A write of a status, as far as the next one is compared with it. */
interface Flush {
  readonly writer: string;
  /** What was written, in an order of its own. */
  readonly places: readonly string[];
  readonly evidence: EvidenceEvent;
}

function flushOf({ status, evidence }: StateStep, { name: writer }: Writer): Flush {
  return { writer, places: [...new Set(status.map(placeOf))], evidence };
}

function isSplit(first: Flush, second: Flush, { limits }: RuleContext): boolean {
  const betweenMs = second.evidence.atMs - first.evidence.atMs;
  if (first.writer !== second.writer || betweenMs < 0 || betweenMs > limits.flushMs) return false;
  return second.places.every((place) => !first.places.includes(place));
}

/** A condition counts as one member. */
function placeOf({ path }: Change): string {
  return path.replace(/\].*$/su, "]");
}
