import { counted } from "#contract";
import type { OwnedEvent } from "./controller-event.ts";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep, Writer } from "./controller-rule.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { fieldOf } from "./field-at.ts";
import { reportedGenerationOf } from "./observed-generation.ts";

const keptCombinations = 4;

/**
 * A writer must not repeatedly send two consecutive writes of different fields that one flush could
 * combine. Checked only if the writer is known, because two controllers may each send one of the
 * writes. A writer that has sent these fields in one write is exempt: its second write reports
 * progress in another reconcile. If the second write reports the generation, the first one was
 * incomplete.
 */
export function splitFlushes(_first: FirstState, context: RuleContext): ObjectRule {
  return new SplitFlushes(context);
}

class SplitFlushes implements ObjectRule {
  readonly #context: RuleContext;
  #split: readonly Pair[] = none;
  #last: Flush | undefined;
  /** Arrival time of the last change to an owned object, in milliseconds. */
  #ownedMs = -Infinity;
  /** The fields of earlier writes with several fields. */
  #combined: readonly (readonly string[])[] = noCombinations;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  step(step: StateStep): void {
    this.#judge(step.atMs);
    const { status, spec, writer } = step;
    const known = this.#combined;
    const isFlush = status.length > 0 && spec.length === 0 && !isForeign(step);
    const previous = this.#last;
    this.#last = isFlush && writer !== undefined ? flushOf(step, writer) : undefined;
    if (this.#last === undefined) return;
    this.#context.tried("controller.one-flush-per-reconcile");
    this.#combine(this.#last.places);
    if (previous === undefined || !isSplit(previous, this.#last, this.#context)) return;
    if (!this.#last.hasGeneration && isCombined(known, previous, this.#last)) return;
    // A write belongs to only one pair, so the second write does not start the next pair.
    this.#last = undefined;
    if (previous.evidence.atMs - this.#ownedMs <= this.#context.limits.flushMs) return;
    this.#split = [
      ...this.#split,
      { evidence: previous.evidence, writer: previous.writer, second: step.evidence },
    ];
  }

  /**
   * A change to an owned object starts a new reconcile, whose write may report what has changed since the preceding
   * write. It arrives on its own watch, so it may have occurred between two writes that arrive soon before or after it.
   */
  owned({ atMs }: OwnedEvent): void {
    this.#judge(atMs);
    this.#ownedMs = atMs;
    const last = this.#split.at(-1);
    if (last !== undefined && !this.#isPast(last, atMs)) this.#split = this.#split.slice(0, -1);
  }

  time(atMs: number): void {
    this.#judge(atMs);
  }

  end(): void {
    this.#judge(Infinity);
  }

  #judge(atMs: number): void {
    const last = this.#split.at(-1);
    if (last !== undefined && this.#isPast(last, atMs)) this.#report(last);
  }

  #isPast({ second }: Pair, atMs: number): boolean {
    return atMs - second.atMs > this.#context.limits.flushMs;
  }

  #combine(places: readonly string[]): void {
    const isKnown = this.#combined.some((known) => places.every((place) => known.includes(place)));
    if (places.length < 2 || isKnown) return;
    this.#combined = [...this.#combined, places].slice(-keptCombinations);
  }

  #report({ writer }: Pair): void {
    const split = this.#split;
    if (split.length < this.#context.limits.splitFlushes) return;
    this.#split = none;
    const detail = `${writer} sent two writes for a status that fits into one, ${counted(split.length, "time")}`;
    const events = split.flatMap(({ evidence, second }) => [evidence, second]);
    this.#context.broken("controller.one-flush-per-reconcile", events, detail);
  }
}

/** All objects share one empty list, because most objects have no split flushes. */
const none: readonly Pair[] = [];
const noCombinations: readonly (readonly string[])[] = [];

interface Pair extends Pick<Flush, "evidence" | "writer"> {
  readonly second: KeptEvidence;
}

interface Flush {
  readonly writer: string;
  readonly agent: string | undefined;
  readonly places: readonly string[];
  /** Whether the write changes the observed generation. */
  readonly hasGeneration: boolean;
  readonly evidence: KeptEvidence;
}

function flushOf(
  { before, after, status, evidence, write }: StateStep,
  { name: writer }: Writer,
): Flush {
  const places = [...new Set(status.map(fieldOf))];
  const hasGeneration = reportedGenerationOf(before) !== reportedGenerationOf(after);
  return { writer, agent: write?.agent, places, hasGeneration, evidence };
}

function isCombined(
  combined: readonly (readonly string[])[],
  first: Flush,
  second: Flush,
): boolean {
  return combined.some((places) =>
    [first, second].every((flush) => flush.places.some((place) => places.includes(place))),
  );
}

function isSplit(first: Flush, second: Flush, { limits }: RuleContext): boolean {
  const betweenMs = second.evidence.atMs - first.evidence.atMs;
  if (first.writer !== second.writer || first.agent !== second.agent) return false;
  if (betweenMs < 0 || betweenMs > limits.flushMs) return false;
  return second.places.every((place) => !first.places.includes(place));
}
