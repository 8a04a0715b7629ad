export { rateOf } from "./record/attempts.ts";
export { selectedRequirements } from "./plan/selected-requirements.ts";
export type { RequirementSelection } from "./plan/selected-requirements.ts";
export { isTimedOut, isUnreachedInSilence, unreachedBecause } from "./plan/time-budget.ts";
export { applyBaseline } from "./baseline/apply-baseline.ts";
export { baselineFormat, skipVerdicts } from "./record/baseline.ts";
export type {
  Baseline,
  BaselineProblem,
  ExpectedFailure,
  ExpectedSkip,
} from "./record/baseline.ts";
export { beforeBaseline, dayOf } from "./baseline/baseline-entries.ts";
export type { BaselineRun } from "./baseline/baseline-entries.ts";
export { fingerprintOf } from "./baseline/fingerprint.ts";
export { updateBaseline } from "./baseline/update-baseline.ts";
export { conclusionOf } from "./judging/conclusion.ts";
export type { Conclusion } from "./judging/conclusion.ts";
export { causesOf, possibleFaults } from "./judging/requirement-causes.ts";
export type { Cause, KnownFault } from "./judging/requirement-causes.ts";
export { signsIn } from "./judging/signs.ts";
export type { FaultSign } from "./judging/signs.ts";
export { contractDigest } from "./record/digest.ts";
export { historyFileName } from "./record/history-file-name.ts";
export { judgeAll } from "./judging/judge-all.ts";
export { NotJudgeable, RecordJudge } from "./fold/judge-record.ts";
export type { ObservationFold, Observed } from "./fold/judge-record.ts";
export { MergeRefused, RecordMerge } from "./fold/merge-records.ts";
export { isSelected, matches, mayBeJudged, neverMatching, unmatched } from "./plan/select.ts";
export { planRun, selectableNames } from "./plan/plan-run.ts";
export type { PlannedCase } from "./plan/cases-of.ts";
export type { Plan, PlannedRequirement, PlanOptions } from "./plan/plan-run.ts";
export { observationCase, recordFormat, sumOf } from "./record/record.ts";
export type {
  CaseLine,
  FooterLine,
  HeaderLine,
  ObservationSettings,
  RecordLine,
  Shard,
  SuiteIdentity,
  VerdictLine,
} from "./record/record.ts";
export { Misfit } from "./drive/misfit.ts";
export { EnoughBroken } from "./drive/run-options.ts";
export { runChecks } from "./drive/run-checks.ts";
export type { RunResult } from "./drive/run-checks.ts";
export type { RateLimitNotice, RunOptions } from "./drive/run-options.ts";
export type { Selection } from "./plan/select.ts";
export { decide, groupFindings, verdicts } from "./record/verdict.ts";
export type { Verdict } from "./record/verdict.ts";
export {
  findingLanes,
  mistakes,
  premiseNames,
  premises,
  socketPlaces,
  usualCredentials,
} from "#harness";
export type { CredentialPlaces, Established, Mistake, Plays, Premise, RoleSender } from "#harness";
export type { CaseFinding, CaseHistory, CasePlace } from "./record/case-finding.ts";
export { checkIn, placeOf } from "./record/case-finding.ts";
