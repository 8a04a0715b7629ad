export { connectGraphqlTarget, readEndpointSchema } from "./connect.ts";
export type { GraphqlTargetOptions } from "./connect.ts";
export type { CredentialOverrides } from "./credentials/credentials.ts";
export type { Surroundings } from "./surroundings.ts";
export type { TlsOptions } from "./tls.ts";
export type { Credential, CredentialPlaces } from "./credentials/credential-source.ts";
export type {
  Definitions,
  Dialect,
  ErrorPaths,
  EventStreamPlace,
  KindDefinition,
  KindDialect,
  ObjectPaths,
  OutcomeMatcher,
  WarningPaths,
} from "./dialect.ts";
export { DialectMismatch } from "./dialect-mismatch.ts";
export type { DialectProblem } from "./dialect-mismatch.ts";
export { canonicalDialect } from "./dialects/canonical.ts";
export type {
  KindOperations,
  ListOperation,
  ObjectOperation,
  Operation,
  PatchOperation,
  StatusEncoding,
  StatusOperation,
  WatchOperation,
} from "./operations.ts";
export { prepareDialect } from "./requests/documents.ts";
export { queryProtocols, watchProtocols } from "./endpoint-places.ts";
export { socketPlaces } from "./credentials/credential-source.ts";
export { almostKinds } from "./inference/almost-kinds.ts";
export { annotateDialect } from "./inference/annotate-dialect.ts";
export { driftOf } from "./inference/drift.ts";
export type { Drift } from "./inference/drift.ts";
export { inferDialect, startingDialect } from "./inference/infer-dialect.ts";
export type { Inference, InferenceOptions } from "./inference/infer-dialect.ts";
export { confidences } from "./inference/notebook.ts";
export type { Guess } from "./inference/notebook.ts";
export { probeDialect } from "./inference/probe.ts";
