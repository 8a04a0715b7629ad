import { profiles } from "#contract";
import { baselineFormat, skipVerdicts } from "#verdicts";
import type { Baseline, BaselineProblem, ExpectedFailure, ExpectedSkip } from "#verdicts";
import { boolean, listOf, members, oneOf, optional, text } from "./record-value-shape.ts";
import type { Shape } from "./record-value-shape.ts";

const failure = members<ExpectedFailure>({
  requirement: text,
  kind: text,
  fingerprints: listOf(text),
  reason: text,
  issue: optional(text),
  expires: optional(text),
  intermittent: optional(boolean),
});

const skip = members<ExpectedSkip>({
  requirement: text,
  verdict: oneOf(skipVerdicts),
  reason: text,
  issue: optional(text),
  expires: optional(text),
});

export const baseline: Shape = members<Baseline>({
  format: oneOf([baselineFormat]),
  profile: oneOf(Object.keys(profiles)),
  failures: listOf(failure),
  skips: optional(listOf(skip)),
});

export const baselineProblem: Shape = members<BaselineProblem>({
  problem: oneOf(["stale", "expired", "unmatched", "unexpected-skip"]),
  requirement: text,
  message: text,
});

/** Returns the validation error for the content of a baseline file, if there is one. */
export function baselineProblemIn(content: unknown): string | undefined {
  return baseline(content, "");
}
