import type { JsonObject } from "#contract";
import { conditionsOf } from "../conditions.ts";
import type { EvidenceEvent } from "../controller-finding.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep, Writer } from "../controller-rule.ts";

/** What each writer said last of one condition, and how often they took turns. */
interface Turns {
  readonly first: Writer;
  last: string;
  readonly words: Map<string, string>;
  readonly events: EvidenceEvent[];
}

/**
 * Two writers that put a condition back to what they said before, in turn. Only where it is known who
 * wrote, and not held against a controller that defends a condition that was its own.
 */
export function conditionTurns(_first: FirstState, context: RuleContext): ObjectRule {
  // Most conditions have one writer and few have two: the table is made when somebody is known.
  let known: Map<string, Turns> | undefined;
  return {
    step: (step) => {
      if (step.spec.length > 0) known = undefined;
      if (step.status.length === 0 || (known === undefined && step.writer === undefined)) return;
      const turns = (known ??= new Map<string, Turns>());
      const before = conditionsOf(step.before);
      for (const [type, condition] of conditionsOf(step.after)) {
        const words = wordsOf(condition);
        const earlier = before.get(type);
        if (earlier !== undefined && wordsOf(earlier) === words) continue;
        if (step.writer === undefined) turns.delete(type);
        else take({ type, words, step, writer: step.writer }, turns, context);
      }
    },
  };
}

interface Turn {
  readonly type: string;
  readonly words: string;
  readonly step: StateStep;
  readonly writer: Writer;
}

function take(
  { type, words, step, writer }: Turn,
  all: Map<string, Turns>,
  context: RuleContext,
): void {
  context.tried("controller.one-writer-per-condition");
  const known = all.get(type);
  if (known === undefined) {
    const first = { first: writer, last: writer.name, words: new Map([[writer.name, words]]) };
    all.set(type, { ...first, events: [step.evidence] });
    return;
  }
  const isTurn = known.last !== writer.name && known.words.get(writer.name) === words;
  const isStart = known.last !== writer.name && !known.words.has(writer.name);
  if (!isTurn && !isStart) known.events.length = 0;
  known.events.push(step.evidence);
  known.last = writer.name;
  known.words.set(writer.name, words);
  if (known.events.length <= context.limits.turns || known.first.role === "controller") return;
  all.delete(type);
  const names = [...known.words.keys()].join(" and ");
  const detail = `${names} take turns in writing the condition ${type}, each putting it back to what it said before`;
  context.broken("controller.one-writer-per-condition", known.events, detail);
}

function wordsOf({ status, reason, message }: JsonObject): string {
  return JSON.stringify([status ?? null, reason ?? null, message ?? null]);
}
