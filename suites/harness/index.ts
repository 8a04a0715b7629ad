export { defineCheck, FixtureRefused, SetupFailed } from "./session/check.ts";
export type {
  AnyCheck,
  Check,
  CheckContext,
  CheckPhase,
  CheckScope,
  Companions,
  Fixture,
  FixtureOptions,
  JudgeContext,
  SettledEvents,
  WatchProbe,
} from "./session/check.ts";
export { race, Rendezvous } from "./session/rendezvous.ts";
export { cleanUp } from "./session/clean-up.ts";
export type { CleanedUp } from "./session/clean-up.ts";
export { isRegistered } from "./session/is-registered.ts";
export type { Removed } from "./session/remove-object.ts";
export {
  describeDifferences,
  differencesBetween,
  isSame,
  twoSpellingsOf,
} from "./judging/describe-differences.ts";
export {
  denialOf,
  denialReasons,
  judgeDenial,
  judgeDenials,
  judgeDenialsWithoutEffect,
  tryDenials,
} from "./refusals/denial.ts";
export type { Denial, DenialTrial, DeniedAttempt } from "./refusals/denial.ts";
export { usualBudget } from "./judging/proof-budget.ts";
export type { ProofBudget, Replay } from "./judging/proof-budget.ts";
export {
  besidePermitted,
  listAs,
  operationsToTry,
  inOtherForms,
  partsOf,
  permittedCommands,
  tryEveryOperation,
  versionedUpdates,
} from "./refusals/every-operation.ts";
export {
  exercised,
  given,
  inapplicable,
  incidental,
  nothingToJudge,
  vacuous,
} from "./judging/given.ts";
export {
  acceptedObject,
  admittedInvalidStatuses,
  changingStatuses,
  countedStatus,
  counterValue,
  demandedStatus,
  firstStatus,
  freshCount,
  hasClearedSpec,
  invalidStatuses,
  listerIn,
  listOf,
  ownSelector,
  ownStatus,
  readOf,
  readStored,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusBeginning,
  statusWrite,
  supports,
  watchOf,
  wholeWrite,
  withAdmitted,
  writableSpec,
  writeCount,
} from "./commands/sample-commands.ts";
export { asStored, carriesItem } from "./judging/merged-lists.ts";
export { createWithCursor, cursorAfter, resumesFromTokens } from "./commands/watch-cursors.ts";
export { declaredFor } from "./commands/declared-for.ts";
export {
  inStoredOrder,
  isPathOf,
  laidOver,
  statusAfterWrite,
  statusAfterWrites,
} from "./commands/status-after-write.ts";
export type { Unowned } from "./commands/status-after-write.ts";
export {
  describeEvents,
  earlierLife,
  eventsOf,
  givenDelivery,
  givenOrder,
  givenResumption,
  repeats,
  separateRepetitions,
  withoutEarlierLife,
} from "./judging/delivered-events.ts";
export type { EarlierLife } from "./judging/delivered-events.ts";
export {
  claim,
  errored,
  findingLanes,
  historyOf,
  undecided,
  withCause,
} from "./judging/finding.ts";
export type {
  Claim,
  EvidenceEvent,
  Finding,
  FindingEvent,
  FindingHistory,
  Plays,
  RecordedLines,
} from "./judging/finding.ts";
export { judgeRefusals, tryRefusals } from "./refusals/try-refusals.ts";
export type { Subject, Tried, TriedMistake } from "./refusals/try-refusals.ts";
export { afterAccepted, judgeStatus } from "./judging/judge-status.ts";
export {
  combinedStates,
  deliversStates,
  excusingCombinedStates,
} from "./judging/combined-states.ts";
export { examine } from "./judging/examine.ts";
export { idleCase, RunEvidence } from "./premises/sent-commands.ts";
export type { CaseEvidence } from "./premises/sent-commands.ts";
export { premiseNames, premises } from "./premises/premise.ts";
export type { Established, Premise } from "./premises/premise.ts";
export { excusingLostResponses, excusingLostWrites } from "./session/lost-writes.ts";
export { defineWorkload } from "./history/define-workload.ts";
export { WritesSpent } from "./session/write-limit.ts";
export { HookFailed } from "./history/server-restart.ts";
export { createHeld, deleteHeld, holdingFinalizer } from "./commands/held.ts";
export { writePriorStatuses } from "./session/prior-statuses.ts";
export { rest, Waiting } from "./session/waiting.ts";
export { otherLabelOf } from "./session/label-key.ts";
export { namesIn } from "./session/names-in.ts";
export { judgeNoneMoved } from "./refusals/none-moved.ts";
export { storeFilledSpec, storeFilledStatus } from "./commands/filled-objects.ts";
export { writeOtherStatuses } from "./commands/other-statuses.ts";
export { statusApply, statusPatch, writeInTurn } from "./commands/status-patches.ts";
export type { MissingPrerequisite } from "./session/prerequisites.ts";
export type { Arbitraries } from "./properties/attempt.ts";
export { simplerRounds } from "./properties/choices.ts";
export type { Choices } from "./properties/choices.ts";
export { inTime } from "./properties/out-of-time.ts";
export { defineProperty, findingsOfSearch } from "./properties/define-property.ts";
export { fenceSequence, labelOfSequence } from "./properties/fence.ts";
export { describeSequence, judgeSequence } from "./properties/judge-sequence.ts";
export { tally } from "./properties/sequence-judgement.ts";
export type { Judgement } from "./properties/sequence-judgement.ts";
export type { Move, StatusChoice } from "./properties/move.ts";
export { withMoreValues } from "./properties/more-values.ts";
export { parsePath } from "./properties/attempt.ts";
export { play, rulesFor } from "./properties/play.ts";
export type { Played } from "./properties/play.ts";
export { search } from "./properties/search-counterexample.ts";
export type { Searched } from "./properties/search-counterexample.ts";
export { simplerSequences } from "./properties/simplify.ts";
export { statusOf, withoutLists } from "./properties/status-content.ts";
export {
  followBothOrders,
  followTrail,
  interruptionOf,
  objectAfter,
  statusAfter,
  violatedBy,
  writtenAfter,
} from "./properties/trail.ts";
export type { Trail, TrailDifference } from "./properties/trail.ts";
export { randomFor } from "./session/random.ts";
export type { Random } from "./session/random.ts";
export { judgeReason, judgeRefusal, tryRefusal } from "./refusals/try-refusal.ts";
export type { RefusalExpectation, RefusalPlan } from "./refusals/try-refusal.ts";
export type { RefusalTrial } from "./refusals/none-moved.ts";
export type { ReplyTimes } from "./session/reply-times.ts";
export { hardestStyle, otherStyles } from "./session/fixture-names.ts";
export { Turns } from "./session/turns.ts";
export { Session } from "./session/session.ts";
export type { OpenCase } from "./session/session.ts";
export {
  describeStep,
  failureOf,
  isAccepted,
  isConflict,
  isHidden,
  isSent,
  isWonByOne,
  objectOf,
  refusalOf,
  showsText,
} from "./judging/recorded-step.ts";
export type { SeenEvent, Step, WatchObservation } from "./judging/recorded-step.ts";
export type { Trace, TraceSink, WatchTrace } from "./session/trace.ts";
export {
  createTrialObject,
  defineTrialKind,
  redefineTrialKind,
  reportOnTrialObject,
  trialKindOf,
} from "./commands/trial-kind.ts";
export { tryOnMissing } from "./refusals/try-on-missing.ts";
export {
  awaitRemoval,
  createAgain,
  deleteObject,
  exchangesOf,
  isTerminating,
  readVersion,
  requestDeletion,
  versionsOf,
  writeLabels,
  writeSpec,
  writeSpecOrStatus,
  writeStatuses,
} from "./commands/written.ts";
export { reusesNames } from "./commands/reuses-names.ts";
export type { Written } from "./commands/written.ts";
export {
  countsAnew,
  foldEvents,
  isDeniable,
  leakInto,
  merged,
  readinessOf,
  stateDifferences,
} from "#model";
export type { ModelRules, Readiness } from "#model";
export {
  conditionsIn,
  conditionsPathOf,
  hookVia,
  inUsualPlaces,
  observedIn,
  observedPathOf,
  scopedSignal,
  socketPlaces,
  usualCredentials,
  withConditions,
  withObserved,
} from "#targets";
export type {
  ConditionsPlace,
  CredentialPlaces,
  RoleSender,
  ForeignPlace,
  ConditionWords,
  KindDescription,
  KindSamples,
  OwnedPart,
  StatusMode,
  StatusPlaces,
  Target,
  TargetDescription,
  TrialKind,
  ValueShape,
} from "#targets";
export { changesBetween } from "./judging/object-changes.ts";
export type { Change } from "./judging/object-changes.ts";
export { mistakes } from "./sensitivity/changed-observations.ts";
export type { Mistake } from "./sensitivity/changed-observations.ts";
export { Noticed } from "./sensitivity/noticed.ts";
