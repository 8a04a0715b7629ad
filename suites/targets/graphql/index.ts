export { connectGraphqlTarget } from "./connect.ts";
export type { GraphqlTargetOptions } from "./connect.ts";
export type { CredentialOverrides } from "./credentials.ts";
export type {
  Credential,
  CredentialPlaces,
  Dialect,
  ErrorPaths,
  KindDialect,
  KindOperations,
  ListOperation,
  ObjectOperation,
  ObjectPaths,
  Operation,
  OutcomeMatcher,
  WatchOperation,
} from "./dialect.ts";
export { DialectMismatch } from "./dialect-mismatch.ts";
export type { DialectProblem } from "./dialect-mismatch.ts";
export { canonicalDialect } from "./dialects/canonical.ts";
