import type { Requirement } from "../catalogue/requirement.ts";

export const concurrency = {
  "concurrency.stale-status-write-conflicts": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status write that specifies a stale version is rejected with a conflict.",
    reason:
      "An accepted stale write overwrites a status that its writer never read: a lost update.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store_test.go TestStoreUpdate",
      },
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
      { source: "kubernetes/api-conventions", at: "Concurrency Control and Consistency" },
      { source: "graphql-status-contract", at: "Scope: optimistic concurrency contract" },
    ],
    rows: ["CC-01"],
  },
  "concurrency.stale-spec-write-conflicts": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A spec write that specifies a stale version is rejected with a conflict.",
    reason:
      "If two users edit the same object, both writes would otherwise appear to succeed, but the " +
      "first user's change would be lost.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store_test.go TestStoreUpdate",
      },
      { source: "kubernetes/api-conventions", at: "Concurrency Control and Consistency" },
    ],
    rows: ["CC-01", "CC-02"],
  },
  "concurrency.stale-deletion-conflicts": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A deletion that specifies a stale version is rejected with a conflict, and one that specifies " +
      "the uid of another object with a conflict or as not found.",
    reason:
      "A client deletes an object because of the state that it has read, for example a failure. If the " +
      "object has since changed or been recreated, the reason no longer applies, but the object is lost.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/store_tests.go RunTestConditionalDelete",
      },
    ],
    rows: ["CC-01"],
    features: ["delete"],
  },
  "concurrency.spec-and-status-share-the-version": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A spec write makes a pending status write stale, and vice versa.",
    reason:
      "A controller whose decision is based on the old spec would otherwise acknowledge a " +
      "request that the user has since withdrawn.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
      { source: "kubernetes/kubernetes", at: "issue 8625" },
      { source: "kubernetes/api-conventions", at: "Sequencing operations" },
    ],
    rows: ["CC-02", "AL-06"],
  },
  "concurrency.version-required": {
    levels: { "graphql-status/v1": "MUST" },
    statement: "A status write without a version is rejected.",
    reason:
      "A write without a version overwrites whatever is current. One careless writer is enough " +
      "to lose the updates of all others.",
    sources: [
      { source: "graphql-status-contract", at: "Scope: optimistic concurrency contract" },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-009" },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/strategy.go customResourceStrategy.AllowUnconditionalUpdate",
      },
    ],
    rows: ["CC-03", "CC-05"],
  },
  "concurrency.empty-version-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "An empty version is rejected, not treated as a missing precondition.",
    reason:
      "An unset variable in a client becomes an empty string. If that is treated as no " +
      "precondition, a bug disables the protection.",
    sources: [
      { source: "graphql-status-contract", at: "Scope: optimistic concurrency contract" },
      { source: "gitstore", at: "issue 178" },
    ],
    rows: ["CC-05", "CC-11"],
    presumes: { emptyVersion: "refused" },
  },
  "concurrency.foreign-version-refused": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "SHOULD" },
    statement:
      "A version that the server never issued is rejected, not treated as a missing " +
      "precondition.",
    reason:
      "A version that was truncated, padded or issued by another server must be treated neither " +
      "as the current version nor as a missing version.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Metadata" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/api_object_versioner.go ObjectResourceVersion",
      },
    ],
    rows: ["CC-11"],
  },
  "concurrency.one-winner": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "Exactly one of several concurrent status writes that specify the same version is accepted.",
    reason:
      "If the server checks the version first and stores the write later, two clients pass the " +
      "check and the slower one overwrites the other's status: one address is allocated twice.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/storage/etcd3/store.go GuaranteedUpdate" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/store_tests.go RunTestGuaranteedUpdateWithConflict",
      },
      { source: "kubernetes/api-conventions", at: "Sequencing operations" },
    ],
    rows: ["CC-12", "AL-06"],
    minimumInstances: 3,
  },
  "concurrency.no-lost-increment": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "Increments made by reading, writing and retrying on conflict are never lost.",
    reason:
      "Every controller reads, changes, writes, and retries on a conflict. A count that is too " +
      "low shows that an update was lost.",
    sources: [
      { source: "kubernetes/client-go", at: "util/retry/util.go RetryOnConflict" },
      { source: "etcd/robustness", at: "tests/robustness/README.md" },
    ],
    rows: ["CC-13"],
  },
  "concurrency.conflict-tells-current-version": {
    levels: { "graphql-status/v1": "MUST" },
    statement: "A conflict reports the current version.",
    reason:
      "A writer that knows the current version can see whether its copy is stale or its request " +
      "invalid, and wait for its cache to catch up before it retries.",
    sources: [
      {
        source: "gitstore",
        at: "specs/040-controller-watch-status-api/contracts/status-api.graphql StatusConflict",
      },
      { source: "gitstore", at: "issue 178" },
    ],
    rows: ["CC-22"],
  },
  "concurrency.uid-precondition": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A status write whose uid does not match the stored uid is rejected, with a conflict or as " +
      "not found.",
    reason:
      "The status describes an object that was deleted. If it is stored in a new object with " +
      "the same name, it confirms work that was never done.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/store_tests.go RunTestGuaranteedUpdate",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/rest/update.go defaultUpdatedObjectInfo.Preconditions",
      },
    ],
    rows: ["CC-10"],
    features: ["precondition.uid"],
  },
  "concurrency.old-incarnation-write-conflicts": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "After deletion and re-creation under the same name, a write meant for the old object is " +
      "rejected.",
    reason:
      "A slow controller finishes a job for the deleted object, and marks the new object as " +
      "ready before any work on it has started.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/registry/generic/registry/store.go Store.Update" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/store_tests.go RunTestGuaranteedUpdate",
      },
      { source: "kubernetes/api-conventions", at: "Metadata" },
    ],
    rows: ["CC-10", "DL-04"],
    features: ["delete"],
    presumes: { deletedName: "free" },
  },
} as const satisfies Record<`concurrency.${string}`, Requirement>;
