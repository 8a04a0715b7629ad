import type { Requirement } from "../catalogue/requirement.ts";

export const authorizationOrder = {
  "authorization.anonymous-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A request without a credential is rejected as unauthenticated.",
    reason: "A single operation without an authentication check bypasses all protection.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/server/config.go DefaultBuildHandlerChain" },
      {
        source: "graphql-status-contract",
        at: "Scope: authorization model for controller identities",
      },
    ],
    rows: ["PR-01"],
    presumes: { anonymous: "unauthenticated" },
  },
  "authorization.invalid-credential-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A request with a credential that was never issued is rejected as unauthenticated.",
    reason:
      "If an unknown credential is treated as missing or as that of a guest, a client with " +
      "an invalid credential requests permissions instead of signing in again.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/server/config.go DefaultBuildHandlerChain" },
    ],
    rows: ["PR-01"],
  },
  "authorization.expired-credential-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement: "A request with an expired credential is rejected as unauthenticated.",
    reason: "Expiry limits the damage of a leaked credential only if the server checks it.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/server/config.go DefaultBuildHandlerChain" },
    ],
    rows: ["PR-01"],
  },
  "authorization.existence-not-disclosed": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A caller without access gets the same response for existing and missing objects.",
    reason:
      "Otherwise a caller without permissions could guess names to find out which objects " +
      "exist, and when they are created and deleted.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/filters/authorization.go withAuthorization",
      },
    ],
    rows: ["AZ-06", "ER-10"],
  },
  "authorization.before-version-and-validation": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Access is denied before the version and the content are checked.",
    reason:
      "A conflict or a list of validation errors reveals the object's existence, its version " +
      "and the structure of its status to a caller without permissions.",
    sources: [
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-011" },
      {
        source: "gitstore",
        at: "specs/040-controller-watch-status-api/contracts/status-api.graphql",
      },
      { source: "kubernetes/apiserver", at: "pkg/server/config.go DefaultBuildHandlerChain" },
    ],
    rows: ["PR-01", "AZ-10"],
  },
  "authorization.same-rule-on-every-transport": {
    levels: { "graphql-status/v1": "MUST" },
    statement: "An operation is authorized in the same way on every transport that accepts it.",
    reason:
      "A rule that is only checked in the HTTP handler is bypassed if the same mutation is sent " +
      "over the WebSocket connection for watches.",
    sources: [
      { source: "graphql-transport-ws", at: "ConnectionInit, Subscribe" },
      {
        source: "graphql-status-contract",
        at: "Scope: authorization model for controller identities",
      },
    ],
    rows: ["AZ-01", "AZ-02"],
    features: ["transport.socket"],
  },
  "authorization.watch-is-authorized": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A watch is rejected if the identity has no permission to read the collection.",
    reason:
      "A watch is a read that does not end. Without an authorization check, it delivers every object to a " +
      "caller without permission to read any of them.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/endpoints/request/requestinfo.go NewRequestInfo" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/filters/authorization.go withAuthorization",
      },
    ],
    rows: ["AZ-11"],
    features: ["watch", "watch.authorization"],
  },
  "authorization.anonymous-is-a-stranger": {
    levels: { "kubernetes/v1": "MUST" },
    statement:
      "A request without a credential is rejected as forbidden, like one from a caller without permissions.",
    reason:
      "A server that assigns a user name to anonymous requests must authorize them like all " +
      "other requests. An operation without this check is open to the whole network.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/server/config.go DefaultBuildHandlerChain" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/filters/authorization.go withAuthorization",
      },
    ],
    rows: ["PR-01"],
    presumes: { anonymous: "forbidden" },
  },
} as const satisfies Record<`authorization.${string}`, Requirement>;
