import { isRequirementId, profiles } from "#contract";
import type { RequirementId } from "#contract";
import { usualBudget } from "#harness";
import type { Fault } from "#reference";
import type { RecordLine } from "#verdicts";
import { checkReference } from "../../bin/reach/compose.ts";
import { defaults } from "../../bin/options/option-defaults.ts";

export interface Discovery {
  readonly check?: string;
  readonly broken: readonly string[];
  readonly durationMs: number;
}

export interface DiscoveryOptions {
  readonly seed: number;
  /** Budget in milliseconds, as for `--budget`. Defaults to the budget of a default run. */
  readonly budgetMs?: number;
}

/**
 * Checks the reference server with one fault as the command line does: all checks on all kinds, with the default
 * concurrency, budget and limits. It differs in three points: the run stops at the first violated MUST, it keeps all
 * objects, and the server runs in the same thread.
 */
export async function seek(fault: Fault, options: DiscoveryOptions): Promise<Discovery> {
  const broken = new Set<string>();
  const found = new AbortController();
  const startedMs = performance.now();
  const { seed, budgetMs } = options;
  let check: string | undefined;
  await checkReference({
    faults: [fault],
    seed,
    ...(budgetMs === undefined ? {} : { proofBudget: { ...usualBudget, budgetMs } }),
    keepObjects: true,
    signal: found.signal,
    emit: (line: RecordLine) => {
      if (line.line !== "case") return;
      for (const { result, requirement } of line.findings) {
        if (result !== "violated" || !isAskedFor(requirement)) continue;
        broken.add(requirement);
        check ??= line.check;
      }
      if (broken.size > 0) found.abort();
    },
  });
  return {
    ...(check === undefined ? {} : { check }),
    broken: [...broken],
    durationMs: performance.now() - startedMs,
  };
}

function isAskedFor(requirement: RequirementId): boolean {
  return isRequirementId(requirement) && profiles[defaults.profile][requirement] === "MUST";
}
