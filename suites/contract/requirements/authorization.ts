import type { Requirement } from "../catalogue/requirement.ts";

export const authorization = {
  "authorization.author-cannot-write-status": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Permission to write an object does not imply permission to write its status.",
    reason:
      "Consumers trust a status because only controllers can write it. A user who can forge it " +
      "obtains an address or a quota that was never granted.",
    sources: [
      { source: "kep-2527", at: "Summary: access control through the spec/status split" },
      { source: "client-status-api", at: "Status vs spec updates" },
      {
        source: "kubernetes/kubernetes",
        at: "pkg/apis/rbac/v1/evaluation_helpers.go ResourceMatches (03bf11a3)",
      },
      { source: "kubernetes/kubernetes", at: "issue 97076" },
    ],
    rows: ["AZ-01", "AZ-10", "AL-03"],
  },
  "authorization.controller-cannot-write-spec": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Permission to write the status does not imply permission to create, update or delete the " +
      "object.",
    reason:
      "A compromised controller could otherwise change every user's spec, although it only " +
      "needs to report.",
    sources: [
      { source: "kep-2527", at: "Summary: access control through the spec/status split" },
      { source: "client-status-api", at: "Status vs spec updates" },
      {
        source: "kubernetes/kubernetes",
        at: "pkg/apis/rbac/v1/evaluation_helpers.go ResourceMatches (03bf11a3)",
      },
    ],
    rows: ["AZ-02"],
  },
  "authorization.controller-needs-no-spec-permission": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Permission to write the status is sufficient to write it.",
    reason:
      "If status writes require other permissions, every controller needs the permissions of a " +
      "user, and isolation protects nothing.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Spec and Status" },
      {
        source: "graphql-status-contract",
        at: "Scope: authorization model for controller identities",
      },
    ],
    rows: ["AZ-03"],
  },
  "authorization.author-needs-no-status-permission": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Permission to write the object is sufficient to create, update and delete it.",
    reason:
      "If spec writes require permission to write the status, every user gets it, and no status " +
      "can be trusted.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Spec and Status" },
      { source: "kep-2527", at: "Summary: access control through the spec/status split" },
    ],
    rows: ["AZ-03"],
  },
  "authorization.reader-cannot-write": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Permission to read does not imply permission to write.",
    reason:
      "Dashboards and auditors store read-only credentials in many places. None of these " +
      "credentials may allow a write.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/filters/authorization.go GetAuthorizerAttributes",
      },
      { source: "kubernetes/api-conventions", at: "Spec and Status" },
    ],
    rows: ["AZ-01", "AZ-02"],
  },
  "authorization.stranger-cannot-read": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "An identity without permissions can neither read nor list objects.",
    reason:
      "Specs and statuses contain addresses, images and failures. Authentication by itself must " +
      "not allow a client to read them.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/endpoints/filters/authorization.go withAuthorization",
      },
      { source: "kubernetes/apiserver", at: "pkg/endpoints/request/requestinfo.go NewRequestInfo" },
    ],
    rows: ["AZ-11"],
  },
  "authorization.namespace-limits-hold": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Permissions in one namespace do not apply in another namespace.",
    reason:
      "Namespaces separate tenants on a server. A tenant that can write the status of another " +
      "tenant's objects can mark them as ready or broken.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "pkg/apis/rbac/v1/evaluation_helpers.go ResourceMatches (03bf11a3)",
      },
    ],
    rows: ["AZ-05"],
    features: ["authorization.namespaces"],
  },
  "authorization.name-limits-hold": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Permissions for named objects do not apply to other objects.",
    reason: "Otherwise an agent that may only report for its own node could report for all nodes.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "pkg/apis/rbac/v1/evaluation_helpers.go ResourceNameMatches (03bf11a3)",
      },
    ],
    rows: ["AZ-05"],
    features: ["authorization.names"],
  },
  "authorization.status-permission-gives-no-read": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Permission to write the status does not imply permission to read, list or watch objects.",
    reason:
      "An agent that only writes statuses runs on many machines. An attacker who compromises one " +
      "of them could read every object of the kind.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/endpoints/request/requestinfo.go NewRequestInfo" },
      {
        source: "graphql-status-contract",
        at: "Scope: authorization model for controller identities",
      },
    ],
    rows: ["AZ-11"],
    features: ["authorization.statusOnly"],
  },
  "authorization.status-reply-as-declared": {
    levels: { "graphql-status/v1": "SHOULD", "kubernetes/v1": "SHOULD" },
    statement:
      "For a caller without read permission, the response to a status write contains exactly what " +
      "the target declares.",
    reason:
      "An administrator who grants permission to write the status must know whether responses " +
      "reveal the whole object. Most servers return the whole object, and few document this.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/endpoints/handlers/update.go UpdateResource" },
      { source: "client-status-api", at: "Reading status" },
    ],
    rows: ["AZ-09"],
    features: ["authorization.statusOnly"],
  },
} as const satisfies Record<`authorization.${string}`, Requirement>;
