import type { Resource } from "#contract";
import { conditionsOf } from "./object-conditions.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { fieldAt } from "./field-at.ts";
import { observedGenerationOf } from "./observed-generation.ts";
import { readinessOf, readsAsReady } from "./reads-as-ready.ts";

interface Premature {
  readonly generation: number;
  readonly evidence: KeptEvidence;
  readonly hasCondition: boolean;
  readonly absent: readonly (readonly string[])[];
}

/**
 * By the rules of kstatus, no state counts as ready before the controller has finished its report.
 * A status without conditions may be complete, and an absent grant may mean that the request was
 * denied. A violation therefore requires that the missing fields are added while the spec is
 * unchanged.
 */
export function prematureReadiness(_first: FirstState, context: RuleContext): ObjectRule {
  return new PrematureReadiness(context);
}

class PrematureReadiness implements ObjectRule {
  readonly #context: RuleContext;
  #suspect: Premature | undefined;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  step(step: StateStep): void {
    const { after, evidence } = step;
    const { generation } = after.metadata;
    if (this.#suspect?.generation !== generation) this.#suspect = undefined;
    if (step.status.length === 0 || generation === undefined || isForeign(step)) return;
    if (observedGenerationOf(after) !== generation) return;
    if (isAnswer(step, this.#context)) {
      this.#context.tried("controller.not-ready-before-observed");
    }
    if (this.#suspect !== undefined) this.#look(this.#suspect, step);
    if (this.#suspect !== undefined || !readsAsReady(after)) return;
    this.#suspect = suspicion({ generation, evidence, after }, this.#context);
  }

  #look({ generation, evidence, ...left }: Premature, step: StateStep): void {
    const missing = saidLater(left, step.after);
    if (missing === undefined) return;
    this.#suspect = undefined;
    const detail = `version ${evidence.version ?? "?"} appears ready for generation ${generation}, but ${missing} was reported later`;
    const events = [evidence, step.evidence];
    this.#context.broken("controller.not-ready-before-observed", events, detail);
  }
}

function isAnswer({ after }: StateStep, { promises }: RuleContext): boolean {
  const { acknowledgements = [], allocations = [] } = promises;
  return readinessOf(after) !== undefined || acknowledgements.length + allocations.length > 0;
}

interface Ready {
  readonly generation: number;
  readonly evidence: KeptEvidence;
  readonly after: Resource;
}

function suspicion(
  { generation, evidence, after }: Ready,
  { promises: { acknowledgements = [], allocations = [] } }: RuleContext,
): Premature {
  const paths = [...acknowledgements.map(({ status }) => status), ...allocations];
  const absent = paths.filter((path) => fieldAt(after.status, path) === undefined);
  return { generation, evidence, hasCondition: readinessOf(after) !== undefined, absent };
}

function saidLater(
  { hasCondition, absent }: Pick<Premature, "hasCondition" | "absent">,
  after: Resource,
): string | undefined {
  const conditions = conditionsOf(after);
  if (!hasCondition && conditions.has("Ready")) return "the Ready condition";
  // Readers of Available may ignore an object without it, so only a denial shows that the object appeared ready too
  // soon.
  if (!hasCondition && conditions.get("Available")?.["status"] === "False") {
    return "the condition Available with the status False";
  }
  const path = absent.find((one) => fieldAt(after.status, one) !== undefined);
  return path === undefined ? undefined : `status.${path.join(".")}`;
}
