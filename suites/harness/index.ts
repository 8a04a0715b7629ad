export { defineCheck, SetupFailed } from "./check.ts";
export type {
  AnyCheck,
  Check,
  CheckContext,
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
export { judgeNoneMoved } from "./none-moved.ts";
export { race } from "./race.ts";
export { randomFor } from "./random.ts";
export type { Random } from "./random.ts";
export { judgeReason, judgeRefusal, tryRefusal } from "./refusal.ts";
export type { RefusalExpectation, RefusalPlan } from "./refusal.ts";
export type { RefusalTrial } from "./refusal-trial.ts";
export { Session } from "./session.ts";
export type { CaseOptions, OpenCase, SessionOptions } from "./session.ts";
export { describeStep, failureOf, isAccepted, objectOf, refusalOf } from "./step.ts";
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
  createAgain,
  deleteObject,
  exchangesOf,
  versionsOf,
  writeLabels,
  writeSpec,
  writeStatuses,
} from "./written.ts";
export type { Written } from "./written.ts";
export type { KindDescription, KindSamples, Target, TargetDescription } from "#targets";
