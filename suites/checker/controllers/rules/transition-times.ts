import type { JsonObject } from "#contract";
import { conditionsOf } from "../conditions.ts";
import type { EvidenceEvent } from "../controller-finding.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "../controller-rule.ts";

/** Since when a condition has the transition time that it has. */
interface Since {
  readonly text: string;
  readonly atMs: number;
  readonly evidence: EvidenceEvent;
}

/**
 * The transition time of a condition moves with its status, and only then. A time that cannot be read
 * says nothing. A flip may keep the time where both fall into one step of its resolution: it is held
 * against the controller where several steps have passed between the two deliveries.
 */
export function transitionTimes(first: FirstState, context: RuleContext): ObjectRule {
  const known = new Map<string, Since>();
  for (const [type, condition] of conditionsOf(first.object)) {
    note(known, { type, condition, evidence: first.evidence });
  }
  return { step: (step) => compare(step, known, context) };
}

function compare(step: StateStep, known: Map<string, Since>, context: RuleContext): void {
  const before = conditionsOf(step.before);
  const after = conditionsOf(step.after);
  for (const type of before.keys()) if (!after.has(type)) known.delete(type);
  for (const [type, condition] of after) {
    const earlier = before.get(type);
    const since = known.get(type);
    if (earlier !== undefined && since !== undefined) {
      judge({ type, earlier, later: condition, since, step }, context);
    }
    note(known, { type, condition, evidence: step.evidence });
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
    if (!hasMoved) return;
    const detail = `the transition time of ${type} moved from ${since.text} to ${time}, although its status stayed ${shown(status)}`;
    return context.broken("controller.transition-time-stays-without-flip", events, detail);
  }
  if (!hasMoved && step.atMs - since.atMs <= resolutionMs(time) * context.limits.timeSteps) return;
  context.tried("controller.transition-time-moves-on-flip");
  if (hasMoved) return;
  const detail = `${type} went from ${shown(earlier["status"])} to ${shown(status)}, and its transition time stayed ${time}`;
  context.broken("controller.transition-time-moves-on-flip", events, detail);
}

interface Noted {
  readonly type: string;
  readonly condition: JsonObject;
  readonly evidence: EvidenceEvent;
}

function note(known: Map<string, Since>, { type, condition, evidence }: Noted): void {
  const text = condition["lastTransitionTime"];
  if (typeof text !== "string" || Number.isNaN(Date.parse(text))) {
    known.delete(type);
    return;
  }
  if (known.get(type)?.text === text) return;
  known.set(type, { text, atMs: evidence.atMs, evidence });
}

/** How far apart two instants are at least that the text can tell apart, in milliseconds. */
function resolutionMs(time: string): number {
  const [, fraction = ""] = /\.(\d+)/u.exec(time) ?? [];
  return Math.max(1, 1000 / 10 ** fraction.length);
}

function shown(status: JsonObject[string] | undefined): string {
  return typeof status === "string" ? status : JSON.stringify(status ?? null);
}
