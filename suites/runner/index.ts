export { rateOf } from "./attempts.ts";
export { askedRequirements } from "./asked.ts";
export { isUnreached } from "./budget.ts";
export { applyBaseline } from "./baseline/apply-baseline.ts";
export type { BaselineOutcome } from "./baseline/apply-baseline.ts";
export { baselineFormat, skipVerdicts } from "./baseline/baseline.ts";
export type {
  Baseline,
  BaselineProblem,
  ExpectedFailure,
  ExpectedSkip,
  SkipVerdict,
} from "./baseline/baseline.ts";
export { beforeBaseline, dayOf, violationsIn } from "./baseline/baseline-entries.ts";
export type { BaselineRun } from "./baseline/baseline-entries.ts";
export { fingerprintOf, placeOf } from "./baseline/fingerprint.ts";
export type { CasePlace, ViolationFinding } from "./baseline/fingerprint.ts";
export { updateBaseline } from "./baseline/update-baseline.ts";
export type { BaselineUpdate } from "./baseline/update-baseline.ts";
export { conclusionOf } from "./conclusion.ts";
export type { Conclusion } from "./conclusion.ts";
export { hintsFor } from "./diagnose.ts";
export type { Hint, KnownFault } from "./diagnose.ts";
export { contractDigest } from "./digest.ts";
export { judgeAll, keptFindings, withHints } from "./judge-all.ts";
export { NotJudgeable, RecordJudge } from "./judge-record.ts";
export type { RecordJudgeOptions } from "./judge-record.ts";
export { mergeHeaders, MergeRefused, RecordMerge } from "./merge-records.ts";
export { observationCase } from "#harness";
export { observe } from "./observe.ts";
export type { ObservationAudience, ObserveOptions } from "./observe.ts";
export { planRun, selectableNames } from "./plan.ts";
export type { PlannedCase } from "./cases-of.ts";
export type { Plan, PlannedRequirement, PlanOptions } from "./plan.ts";
export { recordFormat } from "./record.ts";
export type {
  CaseLine,
  FooterLine,
  HeaderLine,
  RecordLine,
  SuiteIdentity,
  VerdictLine,
} from "./record.ts";
export { runChecks } from "./run.ts";
export type { RunOptions, RunResult } from "./run.ts";
export { isSelected, matches, unmatched } from "./select.ts";
export type { Selection } from "./select.ts";
export { leftToOtherShards, shardPlan } from "./shard.ts";
export type { Shard } from "./shard.ts";
export { sumOf } from "./sum.ts";
export { decide, groupFindings, verdicts } from "./verdict.ts";
export type { CaseFinding, CaseHistory, Decision, Verdict } from "./verdict.ts";
