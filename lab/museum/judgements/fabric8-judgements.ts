import type { Judgement } from "./judgement.ts";

const tracker = "https://github.com/fabric8io/kubernetes-client";

const conventions =
  "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md";

const apiserver =
  "https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiserver/pkg";

export const fabric8Judgements: readonly Judgement[] = [
  {
    system: "fabric8",
    rules: ["write.lists-are-replaced"],
    releases: ["5.12.2", "6.0.0", "6.5.0", "6.6.0", "8.0.0"],
    deviation: "A JSON merge patch appends to lists.",
    standing: "open",
    sources: ["https://www.rfc-editor.org/rfc/rfc7386#section-2"],
  },
  {
    system: "fabric8",
    rules: [
      "write.merge-patch-replaces-lists",
      "isolation.ignored-write-is-no-op",
      "concurrency.no-op-keeps-version",
      "watch.nothing-for-no-op",
    ],
    releases: ["6.0.0", "6.5.0", "6.6.0", "8.0.0"],
    deviation:
      "A JSON merge patch appends to lists, so a patch with the stored list changes the object.",
    standing: "open",
    sources: ["https://www.rfc-editor.org/rfc/rfc7386#section-2"],
  },
  {
    system: "fabric8",
    rules: [
      "isolation.ignored-write-is-no-op",
      "concurrency.no-op-keeps-version",
      "watch.nothing-for-no-op",
      "generation.ignores-no-op-writes",
    ],
    releases: ["5.12.2"],
    deviation:
      "A patch that changes nothing gets a new version and generation and causes an event.",
    standing: "fixed",
    sources: [`${apiserver}/storage/etcd3/store.go`],
  },
  {
    system: "fabric8",
    rules: ["write.json-patch-creates-no-parents"],
    releases: ["6.0.0", "6.5.0", "6.6.0", "8.0.0"],
    deviation: "A JSON patch that adds a field to an absent status is accepted.",
    standing: "open",
    sources: ["https://www.rfc-editor.org/rfc/rfc6902#section-4.1"],
  },
  {
    system: "fabric8",
    rules: [
      "concurrency.stale-status-write-conflicts",
      "concurrency.stale-spec-write-conflicts",
      "concurrency.spec-and-status-share-the-version",
      "concurrency.one-winner",
      "concurrency.no-lost-increment",
      "concurrency.old-incarnation-write-conflicts",
      "concurrency.empty-version-refused",
      "concurrency.foreign-version-refused",
    ],
    releases: ["5.12.2", "6.0.0"],
    deviation: "The version that a write specifies is not compared with the stored version.",
    standing: "fixed",
    sources: [`${tracker}/issues/4739`, `${tracker}/pull/4740`],
  },
  {
    system: "fabric8",
    rules: [
      "concurrency.replacement-needs-version",
      "concurrency.stale-merge-patch-conflicts",
      "concurrency.stale-json-patch-conflicts",
      "allocation.decision-is-guarded",
    ],
    releases: ["6.0.0"],
    deviation: "The version that a write specifies is not compared with the stored version.",
    standing: "fixed",
    sources: [`${tracker}/issues/4739`, `${tracker}/pull/4740`],
  },
  {
    system: "fabric8",
    rules: [
      "concurrency.stale-status-write-conflicts",
      "concurrency.no-lost-increment",
      "concurrency.empty-version-refused",
      "concurrency.foreign-version-refused",
      "concurrency.replacement-needs-version",
      "allocation.decision-is-guarded",
    ],
    releases: ["6.5.0", "6.6.0", "8.0.0"],
    deviation:
      "A replacement of the status is accepted with any version; the fix covers the main resource only.",
    standing: "open",
    sources: [`${tracker}/issues/4573`, `${conventions}#concurrency-control-and-consistency`],
  },
  {
    system: "fabric8",
    rules: [
      "concurrency.stale-spec-write-conflicts",
      "concurrency.spec-and-status-share-the-version",
      "concurrency.one-winner",
      "concurrency.old-incarnation-write-conflicts",
      "concurrency.stale-merge-patch-conflicts",
      "concurrency.stale-json-patch-conflicts",
    ],
    releases: ["6.5.0", "6.6.0", "8.0.0"],
    deviation: "A conflict returns HTTP 409 and the reason Invalid.",
    standing: "open",
    sources: [`${conventions}#response-status-kind`],
  },
  {
    system: "fabric8",
    rules: ["errors.existing-name-already-exists"],
    releases: ["6.0.0", "6.5.0", "6.6.0", "8.0.0"],
    deviation: "A creation with an existing name is rejected with the reason Invalid.",
    standing: "open",
    sources: [`${conventions}#response-status-kind`],
  },
  {
    system: "fabric8",
    rules: ["concurrency.stale-deletion-conflicts"],
    releases: ["8.0.0"],
    deviation: "A deletion ignores its preconditions: the handler does not get the body.",
    standing: "open",
    sources: [`${apiserver}/registry/rest/delete.go`],
  },
  {
    system: "fabric8",
    rules: ["deletion.terminating-name-is-taken"],
    releases: ["8.0.0"],
    deviation:
      "A creation with the name of an object that is being deleted is rejected with the reason Invalid.",
    standing: "open",
    sources: [`${conventions}#response-status-kind`],
  },
  {
    system: "fabric8",
    rules: ["concurrency.version-changes-with-content", "watch.creation-is-added"],
    releases: ["5.12.2"],
    deviation:
      "Replacing the status does not change the object's version, and every event carries the version from the creation.",
    standing: "fixed",
    sources: [`${tracker}/issues/4216`, `${tracker}/pull/4220`],
  },
  {
    system: "fabric8",
    rules: ["concurrency.versions-advance"],
    releases: ["5.12.2"],
    deviation: "Neither replacing the status nor deleting the object changes its version.",
    standing: "fixed",
    sources: [`${tracker}/issues/4216`],
  },
  {
    system: "fabric8",
    rules: ["concurrency.versions-advance", "watch.deletion-is-deleted"],
    releases: ["6.0.0", "6.5.0", "6.6.0", "8.0.0"],
    deviation: "The deletion event has the previous version of the object.",
    standing: "open",
    sources: [`${apiserver}/storage/testing/watcher_tests.go`],
  },
  {
    system: "fabric8",
    rules: ["watch.selector-exit-shows-last-match"],
    releases: ["6.0.0", "6.5.0", "6.6.0", "8.0.0"],
    deviation:
      "If an object stops matching a selector, its event has the version before the change.",
    standing: "open",
    sources: [`${apiserver}/storage/cacher/cache_watcher.go`],
  },
  {
    system: "fabric8",
    rules: ["errors.body-matches-address", "errors.unserved-api-version-refused"],
    releases: ["5.12.2", "6.0.0", "6.5.0", "6.6.0", "8.0.0"],
    deviation: "A body whose name or API version does not match the request URL is accepted.",
    standing: "open",
    sources: [`${apiserver}/endpoints/apiserver_test.go`],
  },
  {
    system: "fabric8",
    rules: ["generation.ignores-status-writes"],
    releases: ["5.12.2"],
    deviation: "A patch to the status increases the generation.",
    standing: "fixed",
    sources: [`${tracker}/issues/4139`, `${tracker}/pull/4199`],
  },
  {
    system: "fabric8",
    rules: ["generation.not-writable"],
    releases: ["5.12.2"],
    deviation: "A patch that sets the generation is stored.",
    standing: "fixed",
    sources: [`${conventions}#metadata`],
  },
  {
    system: "fabric8",
    rules: ["deletion.waits-for-finalizers"],
    releases: ["5.12.2", "6.0.0"],
    deviation: "A deletion does not wait for finalizers.",
    standing: "fixed",
    sources: [`${tracker}/issues/3805`],
  },
  {
    system: "fabric8",
    rules: ["generation.counts-requested-deletion"],
    releases: ["6.5.0", "6.6.0", "8.0.0"],
    deviation: "A deletion request that waits for finalizers does not increment the generation.",
    standing: "open",
    sources: [`${apiserver}/registry/rest/delete.go`],
  },
  {
    system: "fabric8",
    rules: ["deletion.new-finalizers-refused"],
    releases: ["6.5.0", "6.6.0", "8.0.0"],
    deviation: "A finalizer can be added to an object that is being deleted.",
    standing: "open",
    sources: ["https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/"],
  },
  {
    system: "fabric8",
    rules: ["concurrency.version-changes-with-content"],
    releases: ["6.5.0"],
    deviation:
      "A deletion that waits for finalizers does not change the resource version of the object.",
    standing: "fixed",
    sources: [`${tracker}/issues/5020`, `${tracker}/pull/5040`],
  },
];
