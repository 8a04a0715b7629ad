import { conditionsOf } from "./object-conditions.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { isForeign } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { observedGenerationOf, reportedGenerationOf } from "./observed-generation.ts";

/**
 * Writers of a status must report a generation, and observe a newer one in time. Both rules require a write as
 * evidence, because an inactive controller may be paused.
 */
export function generationReports(first: FirstState, context: RuleContext): ObjectRule {
  return new GenerationReports(first, context);
}

interface LastWrite {
  readonly hasGeneration: boolean;
  readonly isSaid: boolean;
  readonly evidence: KeptEvidence;
}

class GenerationReports implements ObjectRule {
  readonly #context: RuleContext;
  #since: KeptEvidence;
  #lastWrite: LastWrite | undefined;
  /** The first report that removed the observed generation from the status, and kept other fields. */
  #removal: { readonly generation: number; readonly evidence: KeptEvidence } | undefined;
  #isSettled = false;
  #hasChanged = false;

  constructor({ evidence }: FirstState, context: RuleContext) {
    this.#context = context;
    this.#since = evidence;
  }

  step(step: StateStep): void {
    const { before, after, evidence } = step;
    if (before.metadata.generation !== after.metadata.generation) {
      this.#since = evidence;
      this.#isSettled = false;
      this.#hasChanged = true;
    }
    if (step.status.length === 0 || isForeign(step)) return;
    if (isReport(step)) {
      const hasGeneration = after.metadata.generation !== undefined;
      const isSaid = reportedGenerationOf(after) !== undefined;
      this.#lastWrite = { hasGeneration, isSaid, evidence };
      const generation = removedGenerationIn(step);
      if (generation !== undefined) this.#removal ??= { generation, evidence };
    }
    this.#follow(step);
  }

  end(): void {
    if (this.#lastWrite?.hasGeneration !== true) return;
    const { isSaid, evidence } = this.#lastWrite;
    this.#context.tried("controller.observed-generation-reported");
    if (isSaid) return this.#judgeRemoval();
    const detail = "neither the last status nor any of its conditions has an observed generation";
    this.#context.broken("controller.observed-generation-reported", [evidence], detail);
  }

  #judgeRemoval(): void {
    if (this.#removal === undefined) return;
    const { generation, evidence } = this.#removal;
    const detail = `a status write removed the observed generation ${generation} and kept other fields`;
    this.#context.broken("controller.observed-generation-reported", [evidence], detail);
  }

  #follow({ after, atMs, evidence }: StateStep): void {
    const { generation } = after.metadata;
    const reported = reportedGenerationOf(after);
    if (this.#isSettled || generation === undefined || reported === undefined) return;
    const lateMs = atMs - this.#since.atMs;
    const isBehind = reported < generation;
    if (isBehind && !(lateMs > this.#context.limits.convergeMs)) return;
    this.#isSettled = true;
    // A status that always lags one generation behind looks correct until the generation changes.
    if (isBehind || this.#hasChanged) this.#context.tried("controller.observed-generation-follows");
    if (!isBehind) return;
    const detail = `the controller wrote a status for generation ${reported}, ${Math.round(lateMs / 1000)} s after generation ${generation} appeared`;
    this.#context.broken("controller.observed-generation-follows", [this.#since, evidence], detail);
  }
}

function removedGenerationIn({ before, after }: StateStep): number | undefined {
  const isRemoved = observedGenerationOf(after) === undefined;
  const hasOthers = Object.keys(after.status ?? {}).length > 0;
  return isRemoved && hasOthers ? observedGenerationOf(before) : undefined;
}

/**
 * Returns whether a write is a report that must contain the generation. A writer that owns only
 * individual fields may leave the generation to the writer of the conditions.
 */
function isReport({ after, writer }: StateStep): boolean {
  return writer?.role === "controller" || conditionsOf(after).size > 0;
}
