export { agreeing, counted } from "./counted.ts";
export { isExtensionRequirementId } from "./extension.ts";
export type { ExtensionRequirement, ExtensionRequirementId, ExtensionSource } from "./extension.ts";
export { features, isFeature } from "./features.ts";
export type { Feature } from "./features.ts";
export { identities, isIdentityName } from "./identities.ts";
export type { IdentityName } from "./identities.ts";
export { resourceVersion, uid } from "./ids.ts";
export type { ResourceVersion, Uid } from "./ids.ts";
export { isJsonObject, jsonEquals } from "./json.ts";
export type { JsonObject, JsonValue } from "./json.ts";
export { controllerLimits, limits, restMs, scaleLimits } from "./limits.ts";
export type { ControllerLimits, Limits } from "./limits.ts";
export type {
  AuthoredMetadata,
  Command,
  CreateCommand,
  DeleteCommand,
  ForeignMembers,
  ListCommand,
  PatchFormat,
  PatchStatusCommand,
  ReadCommand,
  UpdateCommand,
  UpdateStatusCommand,
  Verb,
  WatchCommand,
  WriteOptions,
} from "./operations.ts";
export { operationVerbs } from "./operations.ts";
export { describeOutcome, describeRefusal } from "./outcomes.ts";
export type {
  Outcome,
  Refusal,
  RefusalCause,
  RefusalReason,
  WatchEnd,
  WatchEvent,
} from "./outcomes.ts";
export { levelIn, profiles } from "./profiles/index.ts";
export type { EndpointProfileName, Profile, ProfileName } from "./profiles/index.ts";
export type { Level } from "./level.ts";
export type { Requirement, SourceReference } from "./requirement.ts";
export {
  controllerRequirementIds,
  inCatalogue,
  isControllerRequirement,
  isRequirementId,
  requirementIds,
  requirements,
} from "./requirements/index.ts";
export type {
  CatalogueRequirementId,
  ControllerRequirementId,
  EndpointRequirementId,
  RequirementId,
} from "./requirements/index.ts";
export { notCarried } from "./requirements/not-carried.ts";
export { describeKey, keyOf } from "./resources.ts";
export type { ManagedFields, ObjectKey, Resource, ResourceMetadata } from "./resources.ts";
export { contractSemantics, contradictionOf, isSemanticsName } from "./semantics.ts";
export type { Semantics, SemanticsName } from "./semantics.ts";
export { suiteCommand } from "./suite-command.ts";
export { sources, startingSources } from "./sources.ts";
export type { Source, SourceName } from "./sources.ts";
export { isSurveyRowId, surveyAreas, surveyRow, surveyRowIds } from "./survey.ts";
export type { SurveyRow } from "./survey.ts";
export { surveyedRelease, surveyFindings } from "./survey-findings.ts";
export type { SurveyFinding } from "./survey-findings.ts";
export type { SurveyLevel, SurveyRowId } from "./survey-rows.ts";
