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
} from "./commands.ts";
export { describeEvents, eventsOf, givenDelivery } from "./events.ts";
export type { Delivered } from "./events.ts";
export { claim, errored, undecided } from "./finding.ts";
export type { Claim, Finding } from "./finding.ts";
export { race } from "./race.ts";
export { randomFor } from "./random.ts";
export type { Random } from "./random.ts";
export { failureOf, judgeNothingMoved, judgeReason, judgeRefusal, tryRefusal } from "./refusal.ts";
export type { RefusalExpectation, RefusalPlan, RefusalTrial } from "./refusal.ts";
export { Session } from "./session.ts";
export type { CaseOptions, OpenCase, SessionOptions } from "./session.ts";
export { describeStep, isAccepted, objectOf, refusalOf } from "./step.ts";
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
export { exchangesOf, versionsOf, writeSpec, writeStatuses } from "./written.ts";
export type { Written } from "./written.ts";
export type { KindDescription, KindSamples, Target, TargetDescription } from "#targets";
