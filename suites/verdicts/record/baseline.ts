import type { ProfileName } from "#contract";
import type { Verdict } from "./verdict.ts";

/** The version of the baseline's format. */
export const baselineFormat = 1;

/** Why something is expected, and for how long. */
interface Excuse {
  /** Why it is accepted for now. */
  readonly reason: string;
  /** Where the work on it can be followed. */
  readonly issue?: string;
  /** The last day on which it holds: `2026-12-31`. */
  readonly expires?: string;
}

/** A broken requirement that is known, pinned to the way in which it is broken. */
export interface ExpectedFailure extends Excuse {
  /** Id of a requirement; `*` stands for any text. */
  readonly requirement: string;
  /** Name of a kind; `*` stands for any text. */
  readonly kind: string;
  /** What the findings must look like. Each of them must be found again. */
  readonly fingerprints: readonly string[];
  /** Whether it is known to come and go, so that its absence is no news. */
  readonly intermittent?: boolean;
}

/** The verdicts that say that a requirement was not judged. */
export const skipVerdicts = ["inconclusive", "not-applicable", "untestable"] as const;

/** One of {@link skipVerdicts}. */
export type SkipVerdict = (typeof skipVerdicts)[number];

/** A requirement that is known not to be judged. */
export interface ExpectedSkip extends Excuse {
  /** Id of a requirement; `*` stands for any text. */
  readonly requirement: string;
  readonly verdict: SkipVerdict;
}

/** What is known to be wrong with a target, and accepted for now. */
export interface Baseline {
  readonly format: typeof baselineFormat;
  readonly profile: ProfileName;
  readonly failures: readonly ExpectedFailure[];
  /** If present, every requirement that is not judged must be in it. */
  readonly skips?: readonly ExpectedSkip[];
}

/**
 * What is wrong with a baseline, compared with a run; each one makes the run red. `stale`: what it
 * expects did not happen any more. `expired`: its day has passed. `unmatched`: it names nothing that
 * there is. `unexpected-skip`: a requirement was not judged, and the baseline does not say so.
 */
export interface BaselineProblem {
  readonly problem: "stale" | "expired" | "unmatched" | "unexpected-skip";
  /** The requirement, or the pattern that the entry has for it. */
  readonly requirement: string;
  /** What is wrong, and what to do about it: one sentence. */
  readonly message: string;
}

/** Whether a verdict says that a requirement was not judged, for a reason that a baseline may name. */
export function isSkipVerdict(verdict: Verdict): verdict is SkipVerdict {
  return skipVerdicts.some((skip) => skip === verdict);
}
