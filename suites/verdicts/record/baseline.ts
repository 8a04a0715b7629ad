import type { ProfileName } from "#contract";
import type { Verdict } from "./verdict.ts";

/** The version of the format of baselines. */
export const baselineFormat = 1;

interface Excuse {
  readonly reason: string;
  readonly issue?: string;
  readonly expires?: string;
}

/** A known failure, identified by fingerprints. */
export interface ExpectedFailure extends Excuse {
  /** Id of a requirement; `*` matches any string. */
  readonly requirement: string;
  /** Name of a kind; `*` matches any string. */
  readonly kind: string;
  /** Fingerprints of the expected findings. Each of them must occur in the run. */
  readonly fingerprints: readonly string[];
  /** Whether the failure is known to be flaky, so that its absence is not reported. */
  readonly intermittent?: boolean;
}

/** Verdicts for requirements that were not judged. */
export const skipVerdicts = ["inconclusive", "not-applicable", "untestable"] as const;

export type SkipVerdict = (typeof skipVerdicts)[number];

/** A requirement that is expected not to be judged. */
export interface ExpectedSkip extends Excuse {
  readonly requirement: string;
  readonly verdict: SkipVerdict;
}

/** Known and accepted failures of a target. */
export interface Baseline {
  readonly format: typeof baselineFormat;
  readonly profile: ProfileName;
  readonly failures: readonly ExpectedFailure[];
  /** If present, the list must contain every requirement that is not judged. */
  readonly skips?: readonly ExpectedSkip[];
}

/** A mismatch between a baseline and a run. Any mismatch fails the run. */
export interface BaselineProblem {
  readonly problem: "stale" | "expired" | "unmatched" | "unexpected-skip";
  readonly requirement: string;
  readonly message: string;
}

/** Whether a requirement was not judged, and a baseline may list the reason. */
export function isSkipVerdict(verdict: Verdict): verdict is SkipVerdict {
  return skipVerdicts.some((skip) => skip === verdict);
}
