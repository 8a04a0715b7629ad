export { connectGraphqlTarget, readEndpointSchema } from "./driver/connect.ts";
export type { GraphqlTargetOptions } from "./driver/connect.ts";
export { KnownObjects } from "./driver/known-objects.ts";
export { InferredLimits } from "../wire/limits/inferred-limits.ts";
export type { TlsOptions } from "../wire/http/tls.ts";
export type { CredentialPlaces } from "../port/credential-places.ts";
export type { Credential } from "./dialect/credential-source.ts";
export type {
  BodyPath,
  Dialect,
  ErrorPaths,
  KindDialect,
  ObjectPaths,
  OutcomeMatcher,
} from "./dialect/dialect.ts";
export { DialectMismatch } from "./dialect/dialect-mismatch.ts";
export type { DialectPath, DialectProblem } from "./dialect/dialect-mismatch.ts";
export { canonicalDialect } from "./dialect/canonical.ts";
export type {
  AnyOperation,
  CursorPages,
  DeleteOperation,
  EventMeaning,
  KindOperations,
  ListOperation,
  ObjectOperation,
  OperationVerb,
  PatchOperation,
  StatusOperation,
  WaitOperation,
  WatchOperation,
  WatchStream,
} from "./dialect/dialect-operations.ts";
export { fieldOf, prepareDialect, readTypeOf } from "./requests/prepared-dialect.ts";
export {
  hasConnectionPayload,
  isWatchedOverSocket,
  queryProtocols,
  watchProtocols,
} from "./dialect/endpoint-places.ts";
export type { WatchProtocol } from "./dialect/endpoint-places.ts";
export { socketPlaces } from "../port/credential-places.ts";
export type { ArgumentTree, Placeholder } from "./schema/argument-tree.ts";
export {
  authoredPlaceholder,
  hasPlaceholder,
  jsonTextKey,
  membersKey,
} from "./schema/argument-tree.ts";
export type { PairFields } from "./schema/label-pairs.ts";
export type { ConditionSpelling } from "./schema/declared-conditions.ts";
export { startNow } from "./dialect/dialect-operations.ts";
export { conditionsPlaceOf } from "./dialect/spell-conditions.ts";
export { counterIn, isVaried, withStatuses } from "./dialect/counter.ts";
export { allFeatures, describedFeatures, selectors } from "./dialect/described-features.ts";
export type { Hook } from "./dialect/fixture-hooks.ts";
export { timePrecisions } from "./schema/declared-conditions.ts";
export { fieldPath } from "./replies/field-path.ts";
export { isSchemaError } from "./replies/schema-words.ts";
export { signsAt } from "./schema/paths.ts";
export { argumentsOn } from "./schema/path-arguments.ts";
export { readSchemaCopy } from "./schema/schema-copy.ts";
export { formsOfVersion } from "./schema/version-forms.ts";
