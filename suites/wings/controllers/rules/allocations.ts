import { jsonEquals } from "#contract";
import type { Resource } from "#contract";
import { isForeign, noRule } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { fieldAt } from "./field-at.ts";
import { reportedGenerationOf } from "./observed-generation.ts";

/**
 * Allocated values stay the same while the spec is unchanged. Applies to the fields that the kind promises to allocate.
 * The generation of each value is recorded, because a different value may be intended after a new request.
 */
export function allocations({ object }: FirstState, context: RuleContext): ObjectRule {
  const paths = context.promises.allocations;
  if (paths === undefined) return noRule;
  let current = object;
  let startedMs = -Infinity;
  let settled = paths.map((path) => ({ path, generation: object.metadata.generation }));
  return {
    step: (step) => {
      current = step.after;
      if (step.status.length === 0) return;
      settled = settled.map(({ path, generation }) => {
        const isNew = hasChanged(step, path);
        judge(step, { path, generation, isNew }, context);
        const isOlder = (step.write?.atMs ?? Infinity) < startedMs;
        if (isNew && isOlder) context.tried("controller.allocation-is-stable");
        return { path, generation: isNew ? madeFor(step.after) : generation };
      });
    },
    // Counts each restart as an instance, because a restarted process could allocate again.
    controller: ({ state, atMs }) => {
      if (state !== "started") return;
      // The watch may show the allocation of the previous process later.
      startedMs = atMs;
      const isAllocated = paths.some((path) => fieldAt(current.status, path) !== undefined);
      if (isAllocated) context.tried("controller.allocation-is-stable");
    },
  };
}

/**
 * Returns the generation that a status reports on. A write that was retried after a conflict with
 * an edit can report on an older generation.
 */
function madeFor(object: Resource): number | undefined {
  return reportedGenerationOf(object) ?? object.metadata.generation;
}

interface Allocated {
  readonly path: readonly string[];
  readonly generation: number | undefined;
  readonly isNew: boolean;
}

function judge(
  step: StateStep,
  { path, generation, isNew }: Allocated,
  context: RuleContext,
): void {
  const { metadata } = step.after;
  const value = fieldAt(step.before.status, path);
  if (value === undefined || generation !== metadata.generation || isForeign(step)) return;
  if (metadata.deletionTimestamp !== undefined) return;
  context.tried("controller.allocation-is-stable");
  if (!isNew) return;
  const now = fieldAt(step.after.status, path);
  const detail = `status.${path.join(".")} changed from ${JSON.stringify(value)} to ${now === undefined ? "absent" : JSON.stringify(now)}, although no client requested a different value`;
  context.broken("controller.allocation-is-stable", [step.evidence], detail);
}

function hasChanged({ before, after }: StateStep, path: readonly string[]): boolean {
  return !jsonEquals(fieldAt(before.status, path), fieldAt(after.status, path));
}
