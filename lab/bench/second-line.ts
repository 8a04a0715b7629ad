import { isRequirementId, profiles } from "#contract";
import type { RequirementId } from "#contract";
import { usualEffort } from "#harness";
import type { Fault } from "#reference";
import type { RecordLine } from "#verdicts";
import { checkReference } from "../../bin/reach/compose.ts";
import { defaults } from "../../bin/options/defaults.ts";

/** How one run fared against one fault. */
export interface Discovery {
  /** The check that first found a MUST broken. Absent: the run came to its end without. */
  readonly check?: string;
  /** The MUSTs that were found broken until the run ended. */
  readonly broken: readonly string[];
  readonly durationMs: number;
}

/** What a run is given. */
export interface DiscoveryOptions {
  readonly seed: number;
  /** As with `--budget`. Absent: the effort of a default run. */
  readonly budgetMs?: number;
}

/**
 * A run as the command line would do it, against the reference with one fault: all checks on all kinds,
 * with the usual concurrency, effort and limits. Only that it ends once a MUST is found broken, because
 * nothing that follows could make it green again, and that the server is in the same thread.
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
    ...(budgetMs === undefined ? {} : { effort: { ...usualEffort, budgetMs } }),
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
