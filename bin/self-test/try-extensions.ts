import type { AnyCheck } from "#harness";
import { tryFault } from "./fault-trial.ts";
import type { Trial } from "./fault-trial.ts";
import type { Extensions } from "../extensions/extension.ts";

/** What became of the reference under the checks of extensions. */
export interface TriedExtensions {
  /** The reference without a fault, under these checks alone. */
  readonly clean: Trial;
  /** The reference with one of their faults each, under all checks. */
  readonly faulty: readonly Trial[];
}

/** What trying extensions takes. */
export interface TryOptions {
  /** The names of the faults of the extensions that are to be tried. */
  readonly faults: readonly string[];
  /** Called after each trial. */
  readonly done: (trial: Trial) => void;
  readonly signal: AbortSignal;
}

/** Tries extensions on the reference, one trial after the other in this thread: no other one has their code. */
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

/** The checks of extensions that no fault has shown to see anything. */
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
