import type { Requirement } from "../catalogue/requirement.ts";

export const write = {
  "write.stores-submitted-status": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A status write that specifies the current version stores exactly the submitted status.",
    reason:
      "A controller assumes that an accepted status is stored as sent. If a value is dropped, " +
      "rounded or recomputed, every consumer acts on a value that was not reported.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestStatusSubresource",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy.go statusStrategy.PrepareForUpdate",
      },
      { source: "kep-2527", at: "Part 1: loosen and clarify status" },
    ],
    rows: ["WR-01", "AL-02"],
  },
  "write.returns-complete-object": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "The response to a status write is the complete stored object, with the new version.",
    reason:
      "The client continues with the object in the response. Without the spec, it cannot determine " +
      "which spec its status describes; without the new version, its next write is stale.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestStatusSubresource",
      },
      { source: "kubernetes/apiserver", at: "pkg/endpoints/handlers/update.go UpdateResource" },
      { source: "client-status-api", at: "Reading status" },
    ],
    rows: ["WR-02"],
  },
  "write.visible-to-later-reads": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "An accepted status write is visible to every later read and list.",
    reason:
      "A controller that reads back an older status repeats its work: for example, it allocates " +
      "a second address for the same request.",
    sources: [
      {
        source: "kubernetes/kubernetes",
        at: "test/e2e/apimachinery/custom_resource_definition.go (04791b49)",
      },
      { source: "kubernetes/enhancements", at: "keps/sig-api-machinery/2340 Proposal" },
    ],
    rows: ["WR-03"],
  },
  "write.listed-exactly-once": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A list contains each object that it selects exactly once, however many there are.",
    reason:
      "Controllers start from a list. An object that it omits, for instance because of a default " +
      "page size, is never processed; an object that it repeats is processed twice.",
    sources: [
      {
        source: "kubernetes/api-conventions",
        at: "Retrieving large results sets in chunks",
      },
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/store_tests.go RunTestListPaging",
      },
    ],
    rows: ["WR-03"],
    features: ["read.list"],
  },
  "write.list-namespace-filter": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A list limited to one namespace contains no objects from other namespaces.",
    reason:
      "Otherwise a controller for one tenant processes the objects of all tenants, and a caller " +
      "receives objects from namespaces that it did not request.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/store_tests.go RunTestNamespaceScopedList",
      },
    ],
    rows: ["WR-03"],
    features: ["read.list"],
  },
  "write.read-stays-in-namespace": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A read of an object in one namespace never returns an object from another namespace.",
    reason:
      "A server that looks up objects by their names only discloses the objects of one tenant to " +
      "the callers of another.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Metadata" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store.go NamespaceKeyFunc",
      },
    ],
    rows: ["WR-03"],
  },
  "write.stays-in-namespace": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A write to an object in one namespace neither changes nor returns an object in another " +
      "namespace.",
    reason:
      "A server that looks up objects by their names only lets the callers of one tenant change, " +
      "report on or delete the objects of another.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Metadata" },
      {
        source: "kubernetes/apiserver",
        at: "pkg/registry/generic/registry/store.go NamespaceKeyFunc",
      },
    ],
    rows: ["PR-02", "DL-03"],
  },
  "write.list-selector-filter": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A list with a label selector contains no objects that do not match, on any page.",
    reason:
      "A controller that is responsible for some of the objects would otherwise process, and " +
      "report on, objects of other controllers.",
    sources: [
      {
        source: "kubernetes/apiserver",
        at: "pkg/storage/testing/store_tests.go RunTestListContinuationWithFilter",
      },
    ],
    rows: ["WR-03"],
    features: ["read.list", "labels.write"],
  },
  "write.omitted-members-unchanged": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A partial status write leaves the fields that it omits unchanged.",
    reason:
      "Several controllers share one status. If omitted fields were cleared, a client that " +
      "sends only its own fields would erase what the others reported.",
    sources: [
      {
        source: "gitstore",
        at: "specs/040-controller-watch-status-api/contracts/status-api.graphql",
      },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-008" },
      { source: "client-status-api", at: "Patching status" },
    ],
    rows: ["WR-26"],
    features: ["status.partial"],
  },
  "write.null-clears-member": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status write clears the fields that it sends as null.",
    reason:
      "Without a way to clear a field, an obsolete value stays forever: a released address is " +
      "still published.",
    sources: [
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-008" },
      { source: "graphql-spec", at: "2.9.5 Null Value" },
      { source: "rfc-7386", at: "section 1" },
    ],
    rows: ["WR-26"],
    features: ["status.partial"],
    presumes: { nullMembers: "cleared" },
  },
  "write.lists-are-replaced": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A list in a status write replaces the entire stored list.",
    reason:
      "If the server merges lists or appends to them, an outdated entry, such as an old ingress address, can " +
      "never be removed.",
    sources: [
      {
        source: "gitstore",
        at: "specs/040-controller-watch-status-api/contracts/status-api.graphql",
      },
      { source: "gitstore", at: "specs/040-controller-watch-status-api/spec.md FR-008" },
    ],
    rows: ["WR-26"],
    presumes: { lists: "replaced" },
  },
  "write.keeps-identity": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status write does not change the name, namespace, uid or creation time.",
    reason:
      "Owners, caches and preconditions identify an object by these fields. If one changes, the " +
      "object appears to be deleted and recreated.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/registry/rest/update.go BeforeUpdate" },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestGeneration",
      },
    ],
    rows: ["WR-20"],
  },
  "write.spec-write-keeps-identity": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A spec write does not change the name, namespace, uid or creation time.",
    reason:
      "Owners, caches and preconditions identify an object by these fields. If one changes, the " +
      "object appears to be deleted and recreated, and its age is reset.",
    sources: [{ source: "kubernetes/apiserver", at: "pkg/registry/rest/update.go BeforeUpdate" }],
    rows: ["WR-20"],
  },
  "write.spec-write-keeps-metadata": {
    since: "2026-12",
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement:
      "A spec write leaves the labels, annotations, finalizers, owner references and deletion time that it " +
      "omits unchanged.",
    reason:
      "Labels select objects, and finalizers and owners determine when they are removed. A user who changes only " +
      "the spec would remove an object from its selectors, skip its cleanup or cancel its deletion.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Verbs on Resources: PATCH" },
      { source: "kubernetes/apiserver", at: "pkg/registry/rest/update.go BeforeUpdate" },
    ],
    rows: ["WR-20", "DL-02"],
  },
  "write.keeps-deletion-time": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A status write does not change the deletion time.",
    reason:
      "A controller reports progress while it cleans up. If its status write clears or changes " +
      "the time, the deletion is forgotten or its grace period restarts.",
    sources: [
      { source: "kubernetes/apiserver", at: "pkg/registry/rest/update.go BeforeUpdate" },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/registry/customresource/status_strategy.go statusStrategy.PrepareForUpdate",
      },
    ],
    rows: ["WR-20", "DL-02"],
    features: ["delete", "finalizers"],
  },
  "write.no-status-mutation-without-status": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "A kind without a status subresource has no status mutation.",
    reason:
      "A status mutation for such a kind has nowhere to store its input. It fails at run time " +
      "or writes outside the status.",
    sources: [
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "test/integration/subresources_test.go TestSubresourcesDiscovery",
      },
      {
        source: "kubernetes/apiextensions-apiserver",
        at: "pkg/apiserver/customresource_handler.go crdHandler.ServeHTTP",
      },
      { source: "client-status-api", at: "Availability" },
      {
        source: "gitstore",
        at: "specs/040-controller-watch-status-api/contracts/status-api.graphql updateResourceStatus",
      },
    ],
    rows: ["WR-24", "NS-04"],
    features: ["kinds.withoutStatus"],
  },
} as const satisfies Record<`write.${string}`, Requirement>;
