export {
  agreeing,
  counted,
  describeOutcome,
  describeRefusal,
  describeWatchEnd,
  namesFailure,
} from "./vocabulary/outcomes.ts";
export { isExtensionRequirementId } from "./catalogue/extension-requirement.ts";
export type {
  ExtensionRequirement,
  ExtensionRequirementId,
  ExtensionSource,
} from "./catalogue/extension-requirement.ts";
export { features, isFeature } from "./vocabulary/features.ts";
export type { Feature } from "./vocabulary/features.ts";
export { identities, isIdentityName } from "./vocabulary/identities.ts";
export type { IdentityName } from "./vocabulary/identities.ts";
export { resourceVersion, uid } from "./vocabulary/ids.ts";
export type { ResourceVersion, Uid } from "./vocabulary/ids.ts";
export {
  holdsList,
  isJsonList,
  isJsonObject,
  jsonEquals,
  nameOfStep,
  pointerStep,
  sortedMembers,
} from "./vocabulary/json.ts";
export type { JsonObject, JsonValue } from "./vocabulary/json.ts";
export { readWideIntegers, wideInteger, writeWideIntegers } from "./vocabulary/wide-integer.ts";
export { memoized } from "./vocabulary/memoized.ts";
export {
  comparisonOf,
  containsValue,
  isEmpty,
  isMembers,
  isSameInstant,
  isSameValue,
  memberAt,
  ownMember,
} from "./vocabulary/same-value.ts";
export type { Comparison } from "./vocabulary/same-value.ts";
export { controllerLimits, limits, restMs, scaleLimits } from "./vocabulary/time-limits.ts";
export type { ControllerLimits, Limits } from "./vocabulary/time-limits.ts";
export {
  authoredField,
  authoredNames,
  authoredOf,
  authoredRecord,
  isEmptyField,
  isTime,
  readAuthored,
} from "./vocabulary/metadata.ts";
export type {
  AuthoredMetadata,
  AuthoredName,
  AuthoredValue,
  ByForm,
} from "./vocabulary/metadata.ts";
export type {
  Command,
  CreateCommand,
  DeleteCommand,
  ForeignMembers,
  ListCommand,
  PatchFormat,
  RootFieldForm,
  PatchStatusCommand,
  ReadCommand,
  SiblingField,
  UpdateCommand,
  UpdateStatusCommand,
  Verb,
  WatchCommand,
  WriteOptions,
} from "./vocabulary/commands.ts";
export { isDryRun, operationVerbs, rootFieldForms, siblingPlaces } from "./vocabulary/commands.ts";
export type {
  Outcome,
  Refusal,
  RefusalCause,
  RefusalReason,
  SocketClosing,
  WatchEnd,
  UnknownEvent,
  WatchEvent,
} from "./vocabulary/outcomes.ts";
export { levelIn, profileEntries, profileLabel, profiles } from "./requirements/profiles.ts";
export type { ProfileEntry } from "./requirements/profiles.ts";
export {
  entriesUpTo,
  isProfileRevision,
  newestRevision,
  profileRevisions,
} from "./catalogue/requirement.ts";
export type { ProfileRevision, Requirement, SourceReference } from "./catalogue/requirement.ts";
export type { EndpointProfileName, Level, ProfileName } from "./vocabulary/level.ts";
export {
  controllerRequirementIds,
  inCatalogue,
  isControllerRequirement,
  isDemanded,
  isRequirementId,
  requirementIds,
  requirements,
} from "./requirements/index.ts";
export type {
  CatalogueRequirementId,
  ControllerRequirementId,
  RequirementId,
} from "./requirements/index.ts";
export { notCarried } from "./requirements/not-carried.ts";
export { describeKey, isSameVersion, keyOf } from "./vocabulary/resources.ts";
export type {
  ManagedFields,
  ObjectKey,
  Resource,
  ResourceMetadata,
} from "./vocabulary/resources.ts";
export {
  contractSemantics,
  contradictionOf,
  isSemanticsName,
  semanticsOfCommand,
} from "./vocabulary/contract-semantics.ts";
export type { Semantics, SemanticsName } from "./vocabulary/contract-semantics.ts";
export { suiteCommand } from "./vocabulary/suite-command.ts";
export { sources, startingSources } from "./catalogue/sources.ts";
export type { Source, SourceName } from "./catalogue/sources.ts";
export { surveyAreas, surveyRow, surveyRowIds } from "./catalogue/survey.ts";
export type { SurveyRow } from "./catalogue/survey.ts";
export { surveyedRelease, surveyFindings } from "./catalogue/survey-findings.ts";
export type { SurveyFinding } from "./catalogue/survey-findings.ts";
export type { SurveyRowId } from "./catalogue/survey-rows.ts";
export { escapedUnits, invisibleCharacters } from "./vocabulary/invisible-characters.ts";
