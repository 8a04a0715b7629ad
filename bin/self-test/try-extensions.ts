import type { AnyCheck } from "#harness";
import { tryFault } from "./fault-trial.ts";
import type { Trial } from "./fault-trial.ts";
import type { Extensions } from "../config/extension-parts.ts";

export interface TriedExtensions {
  readonly clean: Trial;
  readonly faulty: readonly Trial[];
}

export interface TryOptions {
  readonly faults: readonly string[];
  readonly done: (trial: Trial) => void;
  readonly signal: AbortSignal;
}

/**
 * Tests extensions on the reference server, sequentially in this thread, because other threads do not have their code.
 */
export async function tryExtensions(
  extensions: Extensions,
  { faults, done, signal }: TryOptions,
): Promise<TriedExtensions> {
  const clean = await tryFault({}, signal, { ...extensions, isAlone: true });
  done(clean);
  const faulty: Trial[] = [];
  for (const fault of faults) {
    if (signal.aborted) break;
    const trial = await tryFault({ fault }, signal, extensions);
    faulty.push(trial);
    done(trial);
  }
  return { clean, faulty };
}

export function unprovenChecks(
  { checks }: Pick<Extensions, "checks">,
  trials: readonly Trial[],
): readonly AnyCheck[] {
  const seen = new Set(
    trials.flatMap(({ verdicts }) =>
      verdicts
        .filter(({ verdict }) => ["fail", "warn", "flaky"].includes(verdict))
        .map(({ requirement }) => requirement),
    ),
  );
  return checks.filter(({ covers }) => !covers.some((requirement) => seen.has(requirement)));
}
