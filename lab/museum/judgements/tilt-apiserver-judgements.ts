import type { Judgement } from "./judgement.ts";

const conventions =
  "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md";

const apiserver =
  "https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiserver/pkg";

const tilt = "https://github.com/tilt-dev/tilt-apiserver/blob/main/pkg";

export const tiltApiserverJudgements: readonly Judgement[] = [
  {
    system: "tilt-apiserver",
    rules: [
      "write.null-clears-member",
      "write.merge-patch-null-removes-member",
      "write.json-patch-supports-every-operation",
      "write.replacement-without-status-removes-it",
      "allocation.answers-are-told-apart",
    ],
    releases: ["0.6.1", "0.11.0"],
    deviation:
      "An absent message is returned as an empty string in every status, because the field has no omitempty.",
    standing: "limit",
    sources: [
      `${tilt}/apis/core/v1alpha1/manifest_types.go`,
      `${conventions}#optional-vs-required`,
    ],
  },
  {
    system: "tilt-apiserver",
    rules: ["isolation.create-never-stores-status"],
    releases: ["0.6.1", "0.11.0"],
    deviation: "A creation stores the status.",
    standing: "open",
    sources: [`${conventions}#spec-and-status`],
  },
  {
    system: "tilt-apiserver",
    rules: ["isolation.ignored-write-is-no-op"],
    releases: ["0.6.1", "0.11.0"],
    deviation:
      "An update of the main resource with a status is recorded in managedFields as a write to the status, and gets a new version.",
    standing: "open",
    sources: [`${apiserver}/storage/etcd3/store.go`],
  },
  {
    system: "tilt-apiserver",
    rules: ["concurrency.replacement-needs-version"],
    releases: ["0.6.1", "0.11.0"],
    deviation: "A replacement without a version is a conflict.",
    standing: "open",
    sources: [`${conventions}#concurrency-control-and-consistency`],
  },
  {
    system: "tilt-apiserver",
    rules: ["concurrency.foreign-version-refused"],
    releases: ["0.6.1", "0.11.0"],
    deviation: "A version that is not a number causes an internal error, as in kube-apiserver.",
    standing: "open",
    sources: [`${apiserver}/storage/api_object_versioner.go`],
  },
  {
    system: "tilt-apiserver",
    rules: ["write.malformed-json-patch-refused"],
    releases: ["0.6.1", "0.11.0"],
    deviation: "An add operation without a value in a JSON patch adds null, as in kube-apiserver.",
    standing: "open",
    sources: ["https://www.rfc-editor.org/rfc/rfc6902#section-4.1"],
  },
  {
    system: "tilt-apiserver",
    rules: ["concurrency.versions-advance", "watch.deletion-is-deleted"],
    releases: ["0.11.0"],
    deviation: "A deletion does not change the version of the object.",
    standing: "open",
    sources: [`${apiserver}/storage/testing/watcher_tests.go`],
  },
  {
    system: "tilt-apiserver",
    rules: ["watch.nothing-for-no-op"],
    releases: ["0.11.0"],
    deviation: "An update that changes nothing causes an event with the previous version.",
    standing: "open",
    sources: [`${apiserver}/storage/etcd3/store.go`],
  },
  {
    system: "tilt-apiserver",
    rules: ["watch.resumes-after-version"],
    releases: ["0.11.0"],
    deviation: "A watch starts with the current state, whatever version it names.",
    standing: "open",
    sources: [`${tilt}/storage/filepath/jsonfile_rest.go`],
  },
  {
    system: "tilt-apiserver",
    rules: ["watch.selector-entry-is-added", "watch.selector-exit-is-deleted"],
    releases: ["0.11.0"],
    deviation:
      "If an object starts to match a selector, the event is MODIFIED; if it stops matching, there is no event.",
    standing: "open",
    sources: [`${apiserver}/storage/cacher/cache_watcher.go`],
  },
];
