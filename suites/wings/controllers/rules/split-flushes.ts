import { counted } from "#contract";
import type { Change } from "#harness";
import type { KeptEvidence } from "./kept-evidence.ts";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep, Writer } from "./controller-rule.ts";

/**
 * Two consecutive writes of one writer to different fields, which one flush could have combined. Only with a known
 * writer, because two controllers may do so.
 */
export function splitFlushes(_first: FirstState, context: RuleContext): ObjectRule {
  return new SplitFlushes(context);
}

class SplitFlushes implements ObjectRule {
  readonly #context: RuleContext;
  #split: readonly KeptEvidence[] = none;
  #last: Flush | undefined;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  step(step: StateStep): void {
    const { status, spec, writer } = step;
    const isFlush = status.length > 0 && spec.length === 0 && !isForeign(step);
    const previous = this.#last;
    this.#last = isFlush && writer !== undefined ? flushOf(step, writer) : undefined;
    if (this.#last === undefined) return;
    this.#context.tried("controller.one-flush-per-reconcile");
    if (previous === undefined || !isSplit(previous, this.#last, this.#context)) return;
    // The second part may be the first one of the next pair, but is counted once.
    this.#last = undefined;
    this.#count([...this.#split, previous.evidence, step.evidence], previous.writer);
  }

  #count(split: readonly KeptEvidence[], writer: string): void {
    this.#split = split;
    if (split.length < 2 * this.#context.limits.splitFlushes) return;
    this.#split = none;
    const detail = `${counted(split.length / 2, "time")}, ${writer} sent two writes for a report that fits into one`;
    this.#context.broken("controller.one-flush-per-reconcile", split, detail);
  }
}

/** One for all objects: most have none. */
const none: readonly KeptEvidence[] = [];

interface Flush {
  readonly writer: string;
  /** The written fields in canonical order. */
  readonly places: readonly string[];
  readonly evidence: KeptEvidence;
}

function flushOf({ status, evidence }: StateStep, { name: writer }: Writer): Flush {
  return { writer, places: [...new Set(status.map(placeOf))], evidence };
}

function isSplit(first: Flush, second: Flush, { limits }: RuleContext): boolean {
  const betweenMs = second.evidence.atMs - first.evidence.atMs;
  if (first.writer !== second.writer || betweenMs < 0 || betweenMs > limits.flushMs) return false;
  return second.places.every((place) => !first.places.includes(place));
}

/** A condition counts as one field. */
function placeOf({ path }: Change): string {
  return path.replace(/\].*$/su, "]");
}
