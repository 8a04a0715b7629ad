import type { ErrorPaths, OutcomeMatcher } from "#targets/graphql";

/** The standard matchers for rejected requests. Codes are tried before HTTP statuses. */
export const usualOutcomes: readonly OutcomeMatcher[] = [
  { reason: "unauthenticated", code: "UNAUTHENTICATED" },
  { reason: "forbidden", code: "FORBIDDEN" },
  { reason: "notFound", code: "NOT_FOUND" },
  { reason: "alreadyExists", code: "ALREADY_EXISTS" },
  { reason: "conflict", code: "CONFLICT" },
  { reason: "invalid", code: "INVALID" },
  { reason: "invalid", code: "BAD_USER_INPUT" },
  { reason: "invalid", code: "GRAPHQL_VALIDATION_FAILED" },
  { reason: "expired", code: "EXPIRED" },
  { reason: "rateLimited", code: "RATE_LIMITED" },
  { reason: "internal", code: "INTERNAL" },
  { reason: "notFound", nullResult: true, verbs: ["read"] },
  { reason: "unauthenticated", http: 401 },
  { reason: "forbidden", http: 403 },
  { reason: "rateLimited", http: 429 },
  { reason: "invalid", http: 422 },
  { reason: "unauthenticated", closeCode: 4401 },
  { reason: "forbidden", closeCode: 4403 },
  // JavaScript servers return these messages for values that do not match the types of the schema.
  { reason: "invalid", message: '^(Variable "\\$|Field ".*" of required type|Unknown argument)' },
];

export const usualErrors: ErrorPaths = {
  code: "extensions.code",
  currentResourceVersion: "extensions.currentResourceVersion",
  retryAfterSeconds: "extensions.retryAfterSeconds",
  causes: { list: "extensions.causes", reason: "reason", field: "field", message: "message" },
};
