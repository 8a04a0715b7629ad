import type { JsonObject } from "#contract";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { FewValues } from "./few-values.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { conditionsOf } from "./object-conditions.ts";

interface Since {
  readonly text: string;
  readonly evidence: KeptEvidence;
}

/**
 * The transition time of a condition changes if and only if its status changes. Times that cannot
 * be parsed are ignored. Changes within the timestamp resolution may have equal timestamps. A
 * violation therefore requires several times the resolution between the two deliveries.
 */
export function transitionTimes(first: FirstState, context: RuleContext): ObjectRule {
  return new TransitionTimes(first, context);
}

class TransitionTimes implements ObjectRule {
  readonly #context: RuleContext;
  readonly #known = new FewValues<Since>();

  constructor({ object, evidence }: FirstState, context: RuleContext) {
    this.#context = context;
    for (const [type, condition] of conditionsOf(object)) this.#note(type, condition, evidence);
  }

  step(step: StateStep): void {
    const before = conditionsOf(step.before);
    const after = conditionsOf(step.after);
    for (const type of before.keys()) if (!after.has(type)) this.#known.delete(type);
    for (const [type, condition] of after) {
      const earlier = before.get(type);
      const since = this.#known.get(type);
      if (earlier !== undefined && since !== undefined && !isForeign(step)) {
        judge({ type, earlier, later: condition, since, step }, this.#context);
      }
      this.#note(type, condition, step.evidence);
    }
  }

  #note(type: string, condition: JsonObject, evidence: KeptEvidence): void {
    const text = condition["lastTransitionTime"];
    if (typeof text !== "string" || Number.isNaN(Date.parse(text))) {
      this.#known.delete(type);
      return;
    }
    if (this.#known.get(type)?.text === text) return;
    this.#known.set(type, { text, evidence });
  }
}

interface Pair {
  readonly type: string;
  readonly earlier: JsonObject;
  readonly later: JsonObject;
  readonly since: Since;
  readonly step: StateStep;
}

function judge({ type, earlier, later, since, step }: Pair, context: RuleContext): void {
  const { status } = later;
  const time = later["lastTransitionTime"];
  if (typeof time !== "string" || Number.isNaN(Date.parse(time))) return;
  const hasMoved = Date.parse(time) !== Date.parse(since.text);
  const events = [since.evidence, step.evidence];
  if (status === earlier["status"]) {
    context.tried("controller.transition-time-stays-without-flip");
    if (!hasMoved || isSameTime(time, since.text)) return;
    const detail = `the transition time of ${type} changed from ${since.text} to ${time}, although its status stayed ${shown(status)}`;
    return context.broken("controller.transition-time-stays-without-flip", events, detail);
  }
  // A write may be in flight for some time, for example during a takeover. Its timestamps are then older than its
  // arrival.
  const stampedMs = step.write?.sentMs ?? step.atMs;
  const withinMs = resolutionMs(time) * context.limits.timeSteps;
  if (!hasMoved && stampedMs - since.evidence.atMs <= withinMs) return;
  context.tried("controller.transition-time-moves-on-flip");
  if (hasMoved) return;
  const detail = `${type} changed from ${shown(earlier["status"])} to ${shown(status)}, but its transition time stayed ${time}`;
  context.broken("controller.transition-time-moves-on-flip", events, detail);
}

function shown(status: JsonObject[string] | undefined): string {
  return typeof status === "string" ? status : JSON.stringify(status ?? null);
}

function resolutionMs(time: string): number {
  const [, fraction = ""] = /\.(\d+)/u.exec(time) ?? [];
  return Math.max(1, 1000 / 10 ** fraction.length);
}

/**
 * Compares at the lower of the two resolutions. A writer that knows only whole seconds, such as
 * Go's `metav1.Time`, removes the fractions of the times that it copies.
 */
export function isSameTime(left: unknown, right: unknown): boolean {
  if (typeof left !== "string" || typeof right !== "string" || !isTime(left) || !isTime(right)) {
    return false;
  }
  const stepMs = Math.max(resolutionMs(left), resolutionMs(right));
  return Math.floor(Date.parse(left) / stepMs) === Math.floor(Date.parse(right) / stepMs);
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/u.test(text) && !Number.isNaN(Date.parse(text));
}
