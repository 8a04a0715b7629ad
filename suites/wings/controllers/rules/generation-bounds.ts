import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { conditionGenerationsOf, observedGenerationOf } from "./observed-generation.ts";

/**
 * An observed generation is at most the generation of the object, and never decreases. Checked only when the observed
 * generation changes, so that a restored backup is not reported as a violation.
 */
export function generationBounds(first: FirstState, context: RuleContext): ObjectRule {
  return new GenerationBounds(first, context);
}

class GenerationBounds implements ObjectRule {
  readonly #context: RuleContext;
  #reported: KeptEvidence;

  constructor({ evidence }: FirstState, context: RuleContext) {
    this.#context = context;
    this.#reported = evidence;
  }

  step(step: StateStep): void {
    if (step.status.length === 0) return;
    if (!isForeign(step)) {
      notAhead(step, this.#context);
      notBack(step, { context: this.#context, reported: this.#reported });
    }
    if (observedGenerationOf(step.before) !== observedGenerationOf(step.after)) {
      this.#reported = step.evidence;
    }
  }
}

function notAhead({ before, after, evidence }: StateStep, context: RuleContext): void {
  const { generation } = after.metadata;
  if (generation === undefined) return;
  for (const [place, observed] of placesOf(after)) {
    if (placesOf(before).get(place) === observed) continue;
    context.tried("controller.observed-generation-not-ahead");
    if (observed <= generation) continue;
    const detail = `${place} reports ${observed} as observed, but the object is at generation ${generation}`;
    context.broken("controller.observed-generation-not-ahead", [evidence], detail);
  }
}

function placesOf(object: StateStep["after"]): ReadonlyMap<string, number> {
  const own = observedGenerationOf(object);
  const places = new Map<string, number>();
  if (own !== undefined) places.set("the status", own);
  for (const [type, observed] of conditionGenerationsOf(object)) {
    places.set(`the condition ${type}`, observed);
  }
  return places;
}

interface Past {
  readonly context: RuleContext;
  readonly reported: KeptEvidence;
}

function notBack({ before, after, evidence }: StateStep, { context, reported }: Past): void {
  const earlier = observedGenerationOf(before);
  const later = observedGenerationOf(after);
  if (earlier === undefined || later === undefined || earlier === later) return;
  context.tried("controller.observed-generation-never-goes-back");
  if (later > earlier) return;
  const detail = `the status reported generation ${earlier} as observed, and later the smaller generation ${later}`;
  context.broken("controller.observed-generation-never-goes-back", [reported, evidence], detail);
}
