import type { Judgement } from "./judgement.ts";

const tracker = "https://github.com/kubernetes-sigs/controller-runtime";

const kubernetes = "https://github.com/kubernetes/kubernetes";

/** This page states that generation and resource version do not behave as in a real API server. */
const limits = "https://pkg.go.dev/sigs.k8s.io/controller-runtime@v0.16.3/pkg/client/fake";

export const controllerRuntimeJudgements: readonly Judgement[] = [
  {
    system: "controller-runtime",
    rules: [
      "concurrency.one-winner",
      "concurrency.versionless-writes-all-land",
      "concurrency.no-lost-increment",
    ],
    releases: ["0.16.2", "0.16.3"],
    deviation: "Concurrent writes are all accepted, and some get the same version.",
    standing: "fixed",
    sources: [`${tracker}/issues/2977`, `${tracker}/pull/2980`],
  },
  {
    system: "controller-runtime",
    rules: [
      "concurrency.versions-are-comparable",
      "concurrency.old-incarnation-write-conflicts",
      "deletion.successor-starts-afresh",
    ],
    releases: ["0.16.2", "0.16.3", "0.19.1"],
    deviation:
      "Each object counts its versions from 1, even one with the name of a deleted object.",
    standing: "limit",
    sources: [limits, `${tracker}/pull/1031`],
  },
  {
    system: "controller-runtime",
    rules: ["concurrency.no-op-keeps-version", "isolation.ignored-write-is-no-op"],
    releases: ["0.16.2", "0.16.3", "0.19.1", "0.25.2"],
    deviation: "A write that changes nothing gets a new version.",
    standing: "limit",
    sources: [limits],
  },
  {
    system: "controller-runtime",
    rules: [
      "write.json-patch-failure-is-invalid",
      "write.malformed-json-patch-refused",
      "concurrency.json-patch-tests-version",
      "errors.patch-before-version",
    ],
    releases: ["0.16.2", "0.16.3", "0.19.1", "0.25.2"],
    deviation:
      "A failing JSON patch returns an error without a status; an API server returns 400 or 422.",
    standing: "limit",
    sources: [`${kubernetes}/issues/68202`, `${kubernetes}/pull/68346`],
  },
  {
    system: "controller-runtime",
    rules: ["isolation.create-never-stores-status"],
    releases: ["0.16.2", "0.16.3", "0.19.1", "0.25.2"],
    deviation: "Create stores the status.",
    standing: "open",
    sources: [
      "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#spec-and-status",
    ],
  },
  {
    system: "controller-runtime",
    rules: ["errors.body-matches-address"],
    releases: ["0.25.2"],
    deviation:
      "A JSON patch that changes the name is rejected with NotFound: the fake looks up the patched object.",
    standing: "open",
    sources: [
      `${kubernetes}/blob/master/staging/src/k8s.io/apiserver/pkg/endpoints/apiserver_test.go`,
    ],
  },
  {
    system: "controller-runtime",
    rules: ["errors.unserved-api-version-refused"],
    releases: ["0.25.2"],
    deviation: "A patch that sets an API version that is not served is accepted.",
    standing: "open",
    sources: [
      `${kubernetes}/blob/master/staging/src/k8s.io/apiserver/pkg/endpoints/apiserver_test.go`,
    ],
  },
  {
    system: "controller-runtime",
    rules: ["errors.body-matches-address", "errors.unserved-api-version-refused"],
    releases: ["0.16.2", "0.16.3", "0.19.1"],
    deviation:
      "A JSON patch that changes the name or the API version is rejected with NotFound: the fake looks up the patched object.",
    standing: "open",
    sources: [
      `${kubernetes}/blob/master/staging/src/k8s.io/apiserver/pkg/endpoints/apiserver_test.go`,
    ],
  },
  {
    system: "controller-runtime",
    rules: ["deletion.new-finalizers-refused"],
    releases: ["0.16.2", "0.16.3", "0.19.1", "0.25.2"],
    deviation: "A finalizer can be added to an object that is being deleted.",
    standing: "open",
    sources: ["https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/"],
  },
];
