export { defineCheck, FixtureRefused, SetupFailed } from "./check.ts";
export type {
  AnyCheck,
  Check,
  CheckContext,
  CheckPhase,
  CheckScope,
  Fixture,
  FixtureOptions,
  JudgeContext,
  SettledEvents,
  WatchProbe,
} from "./check.ts";
export { cleanUp } from "./clean-up.ts";
export type { CleanedUp } from "./clean-up.ts";
export type { Removed } from "./remove-object.ts";
export { describeDifferences, differencesBetween, isSame } from "./compare.ts";
export type {
  ControllerBench,
  ControllerHost,
  ControllerWire,
  WireListener,
  WireResult,
  WireWrite,
  WriteTreatment,
} from "./controllers/controller-bench.ts";
export { judgeScenario } from "./controllers/judge-scenario.ts";
export { playScenario } from "./controllers/play-scenario.ts";
export type { PlayedScenario } from "./controllers/play-scenario.ts";
export { describeScenario, disturbances } from "./controllers/scenario.ts";
export type { Disturbance, Scenario, ScenarioStep } from "./controllers/scenario.ts";
export { denialOf, judgeDenials, judgeDenialsWithoutEffect, tryDenials } from "./denial.ts";
export type { Denial, DenialTrial, DeniedAttempt, DeniedSubject } from "./denial.ts";
export { usualEffort } from "./effort.ts";
export type { Effort, Replay } from "./effort.ts";
export { operationsToTry, permittedCommands, tryEveryOperation } from "./every-operation.ts";
export type { EveryOperation } from "./every-operation.ts";
export { generateValue } from "./generate-value.ts";
export { given } from "./given.ts";
export {
  acceptedObject,
  countedStatus,
  listOf,
  ownSelector,
  readOf,
  readStored,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  watchOf,
} from "./commands.ts";
export { describeEvents, eventsOf, givenDelivery, givenOrder } from "./events.ts";
export type { Delivered } from "./events.ts";
export { claim, errored, historyOf, undecided, withCause } from "./finding.ts";
export type { Claim, Finding, FindingEvent, FindingHistory } from "./finding.ts";
export { judgeRefusals } from "./judge-refusals.ts";
export type { TriedMistake } from "./judge-refusals.ts";
export { afterAccepted, judgeStatus } from "./judge-status.ts";
export type { StatusExpectation } from "./judge-status.ts";
export { defineWorkload } from "./history/define-workload.ts";
export { WritesSpent } from "./write-limit.ts";
export { HookFailed } from "./history/server-restart.ts";
export { createHeld, deleteHeld, holdingFinalizer } from "./held.ts";
export { rest } from "./rest.ts";
export { otherLabelOf } from "./label-key.ts";
export { listAs } from "./list-as.ts";
export { namesIn } from "./names-in.ts";
export { judgeNoneMoved } from "./none-moved.ts";
export { statusApply, statusPatch, writeInTurn } from "./patches.ts";
export type { Application, VersionedWrite } from "./patches.ts";
export type { MissingPrerequisite } from "./prerequisites.ts";
export { roundsOf, simplerRounds, statusChoices } from "./properties/choices.ts";
export type { Choices } from "./properties/choices.ts";
export { defineProperty } from "./properties/define-property.ts";
export type { PropertyCheck } from "./properties/define-property.ts";
export { fenceSequence, labelOfSequence } from "./properties/fence.ts";
export { findingsOfSearch } from "./properties/findings.ts";
export { describeSequence, judgeSequence } from "./properties/judge-sequence.ts";
export { tally } from "./properties/judgement.ts";
export type { Judgement, Trouble, Violation } from "./properties/judgement.ts";
export type { Move, StatusChoice } from "./properties/move.ts";
export { withMoreValues } from "./properties/more-values.ts";
export { parsePath, printPath } from "./properties/path.ts";
export { play, rulesFor } from "./properties/play.ts";
export type { Played } from "./properties/play.ts";
export { search } from "./properties/search.ts";
export type { Searched } from "./properties/search.ts";
export { lifeSequences, sequences } from "./properties/sequences.ts";
export { simplerSequences } from "./properties/simpler.ts";
export { statusOf, withoutLists } from "./properties/status-content.ts";
export {
  followBothOrders,
  followTrail,
  interruptionOf,
  objectAfter,
  statusAfter,
  violatedBy,
} from "./properties/trail.ts";
export type { Trail, TrailDifference } from "./properties/trail.ts";
export { race } from "./race.ts";
export { randomFor } from "./random.ts";
export type { Random } from "./random.ts";
export { judgeReason, judgeRefusal, tryRefusal } from "./refusal.ts";
export type { RefusalExpectation, RefusalPlan } from "./refusal.ts";
export type { RefusalTrial } from "./refusal-trial.ts";
export type { ReplyTimes } from "./reply-times.ts";
export { Session } from "./session.ts";
export type { CaseOptions, OpenCase, SessionOptions } from "./session.ts";
export { describeStep, failureOf, isAccepted, isSent, objectOf, refusalOf } from "./step.ts";
export type { SeenEvent, Step, WatchObservation } from "./step.ts";
export type {
  EventTrace,
  ExchangeTrace,
  FixtureTrace,
  Trace,
  TraceSink,
  WatchEndTrace,
  WatchTrace,
} from "./trace.ts";
export {
  createTrialObject,
  defineTrialKind,
  redefineTrialKind,
  reportOnTrialObject,
  trialKindOf,
} from "./trial-kind.ts";
export { tryOnMissing } from "./try-on-missing.ts";
export type { MissingSeries } from "./try-on-missing.ts";
export { tryRefusals } from "./try-refusals.ts";
export type { RefusalSeries, Subject, Tried } from "./try-refusals.ts";
export { vacuous } from "./vacuous.ts";
export {
  createAgain,
  deleteObject,
  exchangesOf,
  versionsOf,
  writeLabels,
  writeSpec,
  writeStatuses,
} from "./written.ts";
export type { Written } from "./written.ts";
export { readinessOf } from "#model";
export { foldEvents, stateDifferences } from "#model";
export type { ModelRules, Observed, Readiness, ReadinessState } from "#model";
export type {
  KindDescription,
  KindSamples,
  StatusMode,
  Target,
  TargetDescription,
  TrialKind,
} from "#targets";
export { ObservationJudge } from "./observation/observation-judge.ts";
export type {
  ObservationCounts,
  ObservationOutcome,
  ObservationSettings,
} from "./observation/observation-judge.ts";
export type { ControllerEvent, ControllerFinding } from "#checker";
export { observeKind } from "./observation/observe-kind.ts";
export type { ObservedKind } from "./observation/observe-kind.ts";
export { observationCase } from "./observation/trace-history.ts";
