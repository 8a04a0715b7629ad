export { defineCheck, SetupFailed } from "./check.ts";
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
export { describeDifferences, differencesBetween, isSame } from "./compare.ts";
export { denialOf, judgeDenials, judgeDenialsWithoutEffect, tryDenials } from "./denial.ts";
export type { Denial, DenialTrial, DeniedAttempt, DeniedSubject } from "./denial.ts";
export { permittedCommands, tryEveryOperation } from "./every-operation.ts";
export type { CommandRound, EveryOperation } from "./every-operation.ts";
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
export { areInOrder, describeEvents, eventsOf, givenDelivery } from "./events.ts";
export type { Delivered } from "./events.ts";
export { claim, errored, undecided } from "./finding.ts";
export type { Claim, Finding } from "./finding.ts";
export { judgeRefusals } from "./judge-refusals.ts";
export type { TriedMistake } from "./judge-refusals.ts";
export { afterAccepted, judgeStatus } from "./judge-status.ts";
export type { StatusExpectation } from "./judge-status.ts";
export { createHeld, deleteHeld, holdingFinalizer } from "./held.ts";
export { judgeNoneMoved } from "./none-moved.ts";
export { statusApply, statusPatch, writeInTurn } from "./patches.ts";
export type { Application, VersionedWrite } from "./patches.ts";
export type { MissingPrerequisite } from "./prerequisites.ts";
export { race } from "./race.ts";
export { randomFor } from "./random.ts";
export type { Random } from "./random.ts";
export { judgeReason, judgeRefusal, tryRefusal } from "./refusal.ts";
export type { RefusalExpectation, RefusalPlan } from "./refusal.ts";
export type { RefusalTrial } from "./refusal-trial.ts";
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
export { defineTrialKind, redefineTrialKind, trialKindOf } from "./trial-kind.ts";
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
export type { Observed, Readiness, ReadinessState } from "#model";
export type {
  KindDescription,
  KindSamples,
  StatusMode,
  Target,
  TargetDescription,
  TrialKind,
} from "#targets";
