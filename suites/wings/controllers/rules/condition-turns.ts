import type { JsonObject } from "#contract";
import type { FirstState, ObjectRule, RuleContext, StateStep, Writer } from "./controller-rule.ts";
import { FewValues } from "./few-values.ts";
import { keptText } from "./kept-evidence.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { conditionsOf } from "./object-conditions.ts";

interface Turns {
  readonly first: Writer;
  last: string;
  /** Whether a controller under test, or a writer that may be one, is among the writers. */
  isOurs: boolean;
  readonly words: FewValues<string>;
  events: readonly KeptEvidence[];
}

/**
 * Two writers must not alternately restore their own values of a condition. Checked only if the writers are known. A
 * controller may restore a condition that it was the first to write. Turns of other managers only are not its concern.
 */
export function conditionTurns(_first: FirstState, context: RuleContext): ObjectRule {
  return new ConditionTurns(context);
}

class ConditionTurns implements ObjectRule {
  readonly #context: RuleContext;
  #known: FewValues<Turns> | undefined;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  step(step: StateStep): void {
    const { writer } = step;
    if (step.spec.length > 0) this.#known = undefined;
    if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;
    const turns = (this.#known ??= new FewValues<Turns>());
    const before = conditionsOf(step.before);
    for (const [type, condition] of conditionsOf(step.after)) {
      const words = wordsOf(condition);
      const earlier = before.get(type);
      if (earlier !== undefined && wordsOf(earlier) === words) continue;
      if (writer === undefined) turns.delete(type);
      else take({ type, words, step, writer }, turns, this.#context);
    }
  }
}

interface Turn {
  readonly type: string;
  readonly words: string;
  readonly step: StateStep;
  readonly writer: Writer;
}

function take(
  { type, words, step, writer }: Turn,
  all: FewValues<Turns>,
  context: RuleContext,
): void {
  context.tried("controller.one-writer-per-condition");
  const known = all.get(type);
  if (known === undefined) {
    const lastValues = new FewValues<string>();
    lastValues.set(writer.name, words);
    const first = { first: writer, last: writer.name, isOurs: mayBeOurs(writer) };
    all.set(type, { ...first, words: lastValues, events: [step.evidence] });
    return;
  }
  const earlier = known.words.get(writer.name);
  const isTurn = known.last !== writer.name && (earlier === undefined || earlier === words);
  known.events = [...(isTurn ? known.events : []), step.evidence];
  known.last = writer.name;
  known.isOurs ||= mayBeOurs(writer);
  known.words.set(writer.name, words);
  if (known.events.length <= context.limits.turns || known.first.role === "controller") return;
  if (!known.isOurs) return;
  all.delete(type);
  const names = [...known.words.entries()].map(([name]) => name).join(" and ");
  const detail = `${names} take turns writing the condition ${type}, each restoring its own previous value`;
  context.broken("controller.one-writer-per-condition", known.events, detail);
}

function mayBeOurs({ role }: Writer): boolean {
  return role !== "rival";
}

function wordsOf({ status, reason, message }: JsonObject): string {
  return keptText([status ?? null, reason ?? null, message ?? null]);
}
