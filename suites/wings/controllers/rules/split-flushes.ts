import { counted } from "#contract";
import type { KeptEvidence } from "./kept-evidence.ts";
import { fieldOf } from "./field-of.ts";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep, Writer } from "./controller-rule.ts";

/**
 * A writer must not repeatedly send two consecutive writes of different fields that one flush could combine. Checked
 * only if the writer is known, because two controllers may each send one of the writes.
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
    // A write belongs to only one pair, so the second write does not start the next pair.
    this.#last = undefined;
    this.#count([...this.#split, previous.evidence, step.evidence], previous.writer);
  }

  /** Starts a new reconcile: the second write may report what has changed since the first. */
  owned(): void {
    this.#last = undefined;
  }

  #count(split: readonly KeptEvidence[], writer: string): void {
    this.#split = split;
    if (split.length < 2 * this.#context.limits.splitFlushes) return;
    this.#split = none;
    const detail = `${writer} sent two writes for a status that fits into one, ${counted(split.length / 2, "time")}`;
    this.#context.broken("controller.one-flush-per-reconcile", split, detail);
  }
}

/** All objects share one empty list, because most objects have no split flushes. */
const none: readonly KeptEvidence[] = [];

interface Flush {
  readonly writer: string;
  readonly agent: string | undefined;
  /** The written fields in canonical order. */
  readonly places: readonly string[];
  readonly evidence: KeptEvidence;
}

function flushOf({ status, evidence, write }: StateStep, { name: writer }: Writer): Flush {
  const places = [...new Set(status.map(fieldOf))];
  return { writer, agent: write?.agent, places, evidence };
}

function isSplit(first: Flush, second: Flush, { limits }: RuleContext): boolean {
  const betweenMs = second.evidence.atMs - first.evidence.atMs;
  if (first.writer !== second.writer || first.agent !== second.agent) return false;
  if (betweenMs < 0 || betweenMs > limits.flushMs) return false;
  return second.places.every((place) => !first.places.includes(place));
}
