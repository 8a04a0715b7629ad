import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { FewValues } from "./few-values.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { conditionGenerationsOf, observedGenerationOf } from "./observed-generation.ts";

/**
 * An observed generation of the status or of a condition is at most the generation of the object, and never decreases.
 * Checked only when the observed generation changes, so that a restored backup is not reported as a violation.
 */
export function generationBounds(first: FirstState, context: RuleContext): ObjectRule {
  return new GenerationBounds(first, context);
}

class GenerationBounds implements ObjectRule {
  readonly #context: RuleContext;
  readonly #first: KeptEvidence;
  /** The newest report of each observed generation, keyed by its place. */
  readonly #reported = new FewValues<KeptEvidence>();

  constructor({ evidence }: FirstState, context: RuleContext) {
    this.#context = context;
    this.#first = evidence;
  }

  step(step: StateStep): void {
    if (step.status.length === 0) return;
    const [before, after] = [placesOf(step.before), placesOf(step.after)];
    for (const [place, observed] of after) {
      const earlier = before.get(place);
      if (earlier === observed) continue;
      if (!isForeign(step)) {
        notAhead({ place, observed }, step, this.#context);
        this.#notBack({ place, observed }, earlier, step);
      }
      this.#reported.set(place, step.evidence);
    }
  }

  #notBack({ place, observed }: Report, earlier: number | undefined, step: StateStep): void {
    if (earlier === undefined) return;
    this.#context.tried("controller.observed-generation-never-goes-back");
    if (observed > earlier) return;
    const events = [this.#reported.get(place) ?? this.#first, step.evidence];
    const detail = `${place} reported generation ${earlier} as observed, and later the smaller generation ${observed}`;
    this.#context.broken("controller.observed-generation-never-goes-back", events, detail);
  }
}

interface Report {
  readonly place: string;
  readonly observed: number;
}

function notAhead({ place, observed }: Report, step: StateStep, context: RuleContext): void {
  const { generation } = step.after.metadata;
  if (generation === undefined) return;
  context.tried("controller.observed-generation-not-ahead");
  if (observed <= generation) return;
  const detail = `${place} reports ${observed} as observed, but the object is at generation ${generation}`;
  context.broken("controller.observed-generation-not-ahead", [step.evidence], detail);
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
