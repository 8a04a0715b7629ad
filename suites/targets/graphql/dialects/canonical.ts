import type { Dialect, KindDialect, ObjectPaths } from "../dialect.ts";
import { canonicalKind } from "./canonical-kind.ts";
import { canonicalSamples } from "./canonical-samples.ts";

const namespaces = ["default", "other"];

const paths: ObjectPaths = {
  kind: "kind",
  name: "metadata.name",
  namespace: "metadata.namespace",
  uid: "metadata.uid",
  resourceVersion: "metadata.resourceVersion",
  generation: "metadata.generation",
  creationTimestamp: "metadata.creationTimestamp",
  deletionTimestamp: "metadata.deletionTimestamp",
  labels: "metadata.labels",
  annotations: "metadata.annotations",
  spec: "spec",
  status: "status",
};

const kinds: readonly KindDialect[] = [
  {
    name: "Service",
    scope: "namespaced",
    namespaces,
    paths,
    operations: canonicalKind({ name: "Service", one: "service", many: "services" }),
    samples: canonicalSamples.Service,
  },
  {
    name: "Deployment",
    scope: "namespaced",
    namespaces,
    paths,
    operations: canonicalKind({ name: "Deployment", one: "deployment", many: "deployments" }),
    samples: canonicalSamples.Deployment,
  },
  {
    name: "Bucket",
    scope: "namespaced",
    namespaces,
    paths,
    operations: canonicalKind({ name: "Bucket", one: "bucket", many: "buckets" }),
    samples: canonicalSamples.Bucket,
  },
  {
    name: "Namespace",
    scope: "cluster",
    namespaces: [],
    paths,
    operations: canonicalKind({
      name: "Namespace",
      one: "namespace",
      many: "namespaces",
      isClusterScoped: true,
    }),
    samples: canonicalSamples.Namespace,
  },
  {
    name: "ConfigMap",
    scope: "namespaced",
    namespaces,
    paths,
    operations: canonicalKind({
      name: "ConfigMap",
      one: "configMap",
      many: "configMaps",
      isWithoutStatus: true,
    }),
    samples: canonicalSamples.ConfigMap,
  },
];

/** The dialect of the contract itself, as the reference server speaks it, with its demonstration credentials. */
export const canonicalDialect: Dialect = {
  name: "canonical",
  credentials: {
    http: { header: "Authorization", format: "Bearer $credential" },
    socket: { place: "connectionInit", name: "Authorization", format: "Bearer $credential" },
  },
  identities: {
    author: { kind: "static", credential: "author-token" },
    controller: { kind: "static", credential: "controller-token" },
    reader: { kind: "static", credential: "reader-token" },
    stranger: { kind: "static", credential: "stranger-token" },
    anonymous: { kind: "none" },
    invalid: { kind: "static", credential: "never-issued-token" },
    expired: { kind: "static", credential: "expired-token" },
  },
  outcomes: [
    { reason: "unauthenticated", code: "UNAUTHENTICATED" },
    { reason: "forbidden", code: "FORBIDDEN" },
    { reason: "notFound", code: "NOT_FOUND" },
    { reason: "alreadyExists", code: "ALREADY_EXISTS" },
    { reason: "conflict", code: "CONFLICT" },
    { reason: "invalid", code: "INVALID" },
    { reason: "expired", code: "EXPIRED" },
    { reason: "rateLimited", code: "RATE_LIMITED" },
    { reason: "internal", code: "INTERNAL" },
    { reason: "notFound", nullResult: true, verbs: ["read"] },
    { reason: "unauthenticated", http: 401 },
    { reason: "forbidden", http: 403 },
    { reason: "rateLimited", http: 429 },
    { reason: "unauthenticated", closeCode: 4401 },
    { reason: "forbidden", closeCode: 4403 },
  ],
  errors: {
    code: "extensions.code",
    currentResourceVersion: "extensions.currentResourceVersion",
    retryAfterSeconds: "extensions.retryAfterSeconds",
    causes: {
      list: "extensions.causes",
      reason: "reason",
      field: "field",
      message: "message",
    },
  },
  features: [
    "generation",
    "kinds.clusterScoped",
    "kinds.withoutStatus",
    "labels.write",
    "precondition.uid",
    "read.list",
    "list.version",
    "delete",
    "status.partial",
    "transport.socket",
    "watch",
    "watch.authorization",
    "watch.namespace",
    "watch.resume",
    "watch.selector",
    "watch.selectorTransitions",
  ],
  semantics: {
    crossWrite: "rejected",
    precondition: "required",
    omittedMembers: "unchanged",
    nullMembers: "cleared",
    noOp: "keepsVersion",
    deletedEvent: "lastState",
    staleAndInvalid: "conflict",
  },
  kinds,
};
