/**
 * Everything that an extension needs: `defineRequirement`, `defineCheck`, `defineFault`, `defineConfig`, and the
 * harness functions that the suite's own checks use.
 */
export { describeOutcome, describeRefusal } from "#contract";
export type {
  Command,
  ExtensionRequirement,
  ExtensionRequirementId,
  Feature,
  IdentityName,
  JsonObject,
  JsonValue,
  Level,
  ObjectKey,
  Outcome,
  Refusal,
  RefusalReason,
  RequirementId,
  Resource,
} from "#contract";
export {
  acceptedObject,
  claim,
  defineCheck,
  describeDifferences,
  describeEvents,
  describeStep,
  differencesBetween,
  errored,
  eventsOf,
  failureOf,
  isAccepted,
  isSame,
  isSent,
  judgeReason,
  objectOf,
  readOf,
  readStored,
  refusalOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  tryRefusal,
  undecided,
  watchOf,
} from "#harness";
export type {
  Check,
  CheckContext,
  CheckScope,
  Claim,
  Finding,
  Fixture,
  FixtureOptions,
  JudgeContext,
  RefusalPlan,
  RefusalTrial,
  SeenEvent,
  SettledEvents,
  Step,
  WatchObservation,
  WatchProbe,
} from "#harness";
export { defineFault } from "#reference";
export type { Fault } from "#reference";
export { defineConfig, defineExtension, defineRequirement } from "../config/define.ts";
export type { Config } from "../config/define.ts";
export type { Extension } from "../config/extension-parts.ts";
