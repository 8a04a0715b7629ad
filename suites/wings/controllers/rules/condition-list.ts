import { conditionsOf, repeatedConditions } from "./object-conditions.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { FewValues } from "./few-values.ts";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { reportedGenerationOf } from "./observed-generation.ts";
import { isReadinessType } from "./reads-as-ready.ts";
import type { JsonValue, Resource } from "#contract";

interface ReportedCondition {
  isTrueKnown: boolean;
  isOtherKnown: boolean;
  by: string | undefined;
  last: KeptEvidence;
  /** The newest generation for which the condition was reported. */
  generation: number | undefined;
}

interface Removed {
  readonly status: JsonValue | undefined;
  readonly generation: number | undefined;
  readonly events: readonly KeptEvidence[];
}

/**
 * Condition types are unique, and are not removed while the spec is unchanged. A type that was always or never True is
 * exempt, because it may represent a problem and be removed when that problem is resolved. Readiness is no problem, but
 * may not apply; so its removal counts once it is reported again, unchanged and for the same spec. If the spec has
 * changed, a type may no longer apply, unless it reports readiness.
 */
export function conditionList(first: FirstState, context: RuleContext): ObjectRule {
  return new ConditionList(first, context);
}

class ConditionList implements ObjectRule {
  readonly #context: RuleContext;
  readonly #said = new FewValues<ReportedCondition>();
  #removed: FewValues<Removed> | undefined;

  constructor({ object, evidence, writer }: FirstState, context: RuleContext) {
    this.#context = context;
    recordConditions(this.#said, object, { evidence, by: writer?.name });
  }

  step(step: StateStep): void {
    if (step.status.length === 0) return;
    if (!isForeign(step)) {
      unique(step, this.#context);
      this.#checkRestored(step);
      checkKept(step, this.#said, this.#context);
    }
    const { evidence, before, after, writer } = step;
    if (!isForeign(step)) recordGeneration(this.#said, after);
    recordConditions(this.#said, after, { evidence, by: writer?.name, before });
  }

  #checkRestored(step: StateStep): void {
    for (const [type, removed] of this.#removed?.entries() ?? []) {
      const isOwn = !isAnothers(type, step, this.#said);
      const restoring = isOwn && restored(removed, type, step);
      if (restoring === undefined) continue;
      this.#removed?.delete(type);
      if (!restoring) continue;
      this.#context.tried("controller.conditions-stay");
      const detail = `the condition ${type} was removed from the status, and then reported again, although the spec was unchanged`;
      const events = [...removed.events, step.evidence];
      this.#context.broken("controller.conditions-stay", events, detail);
    }
    for (const [type, condition] of conditionsOf(step.before)) {
      const removed = removalOf(type, step, this.#said);
      if (removed === undefined) continue;
      this.#removed ??= new FewValues<Removed>();
      this.#removed.set(type, { ...removed, status: condition["status"] });
    }
  }
}

/** Whether a step reports a removed condition again as it was. Undefined if the condition is still missing. */
function restored(
  { generation, status }: Removed,
  type: string,
  { after }: StateStep,
): boolean | undefined {
  if (describedGenerationOf(after) !== generation) return false;
  const condition = conditionsOf(after).get(type);
  return condition === undefined ? undefined : condition["status"] === status;
}

function removalOf(
  type: string,
  step: StateStep,
  reported: FewValues<ReportedCondition>,
): Omit<Removed, "status"> | undefined {
  const known = reported.get(type);
  if (known === undefined || !isReadinessType(type) || conditionsOf(step.after).has(type)) {
    return undefined;
  }
  const generation = describedGenerationOf(step.after);
  const isJudgedAtOnce = known.isTrueKnown && known.isOtherKnown;
  if (isJudgedAtOnce || known.generation !== generation) return undefined;
  if (isAnothers(type, step, reported)) return undefined;
  return { generation, events: [known.last, step.evidence] };
}

/** Whether the condition was reported by another writer than that of the step. */
function isAnothers(
  type: string,
  { writer }: StateStep,
  reported: FewValues<ReportedCondition>,
): boolean {
  const by = reported.get(type)?.by;
  return by !== undefined && writer !== undefined && by !== writer.name;
}

function unique({ before, after, evidence }: StateStep, context: RuleContext): void {
  if (conditionsOf(after).size === 0 && repeatedConditions(after).length === 0) return;
  context.tried("controller.conditions-unique-by-type");
  const known = repeatedConditions(before);
  const added = repeatedConditions(after).filter((type) => !known.includes(type));
  if (added.length === 0) return;
  const detail = `the status has the condition ${added.join(", ")} more than once`;
  context.broken("controller.conditions-unique-by-type", [evidence], detail);
}

function checkKept(
  step: StateStep,
  reported: FewValues<ReportedCondition>,
  context: RuleContext,
): void {
  if (step.after.metadata.deletionTimestamp !== undefined) return;
  const repeated = repeatedConditions(step.after);
  const left = conditionsOf(step.after);
  const generation = describedGenerationOf(step.after);
  for (const [type, condition] of reported.entries()) {
    const { isTrueKnown, isOtherKnown, last } = condition;
    // Another rule judges conditions of other writers.
    if (!isTrueKnown || !isOtherKnown || isAnothers(type, step, reported)) continue;
    const isKept = left.has(type) || repeated.includes(type);
    const mustStay = condition.generation === generation || isReadinessType(type);
    if (!isKept && !mustStay) continue;
    context.tried("controller.conditions-stay");
    if (isKept) continue;
    reported.delete(type);
    const detail = `the condition ${type} is missing from the status, although it was reported before, both as True and as not True`;
    context.broken("controller.conditions-stay", [last, step.evidence], detail);
  }
}

/** The generation that a status describes. */
function describedGenerationOf(object: Resource): number | undefined {
  return reportedGenerationOf(object) ?? object.metadata.generation;
}

function recordGeneration(reported: FewValues<ReportedCondition>, object: Resource): void {
  const generation = describedGenerationOf(object);
  for (const type of conditionsOf(object).keys()) {
    const known = reported.get(type);
    if (known !== undefined) known.generation = generation;
  }
}

interface StatusReport {
  readonly evidence: KeptEvidence;
  readonly by: string | undefined;
  readonly before?: Resource;
}

function recordConditions(
  reported: FewValues<ReportedCondition>,
  object: Resource,
  { evidence, by, before }: StatusReport,
): void {
  const conditions = conditionsOf(object);
  const earlier = before === undefined ? undefined : conditionsOf(before);
  for (const [type, { status }] of conditions) {
    if (earlier !== undefined && earlier.get(type)?.["status"] === status) continue;
    const known = reported.get(type);
    reported.set(type, {
      isTrueKnown: status === "True" || known?.isTrueKnown === true,
      isOtherKnown: status !== "True" || known?.isOtherKnown === true,
      by,
      last: evidence,
      generation: describedGenerationOf(object),
    });
  }
}
