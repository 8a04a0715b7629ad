export { connectGraphqlTarget } from "./connect.ts";
export type { GraphqlTargetOptions } from "./connect.ts";
export type { CredentialOverrides } from "./credentials.ts";
export type {
  Credential,
  CredentialPlaces,
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
