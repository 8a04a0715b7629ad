import type { Judgement } from "./judgement.ts";

const kubernetes = "https://github.com/kubernetes/kubernetes";

const apiserver = `${kubernetes}/blob/master/staging/src/k8s.io/apiserver/pkg`;

const conventions =
  "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md";

/** Judgments on fixed releases of kube-apiserver. None of the rules is a MUST for API servers. */
export const kubeApiserverJudgements: readonly Judgement[] = [
  {
    system: "kube-apiserver",
    rules: ["apply.status-write-takes-no-metadata"],
    releases: ["1.35.0"],
    deviation: "A status write to a custom resource takes ownership of labels from their managers.",
    standing: "fixed",
    sources: [`${kubernetes}/pull/137689`],
  },
  {
    system: "kube-apiserver",
    rules: ["write.malformed-json-patch-refused"],
    releases: ["1.35.0", "1.36.0"],
    deviation: "An add operation without a value in a JSON patch adds null.",
    standing: "open",
    sources: ["https://www.rfc-editor.org/rfc/rfc6902#section-4.1"],
  },
  {
    system: "kube-apiserver",
    rules: ["isolation.one-way-of-refusing"],
    releases: ["1.35.0", "1.36.0"],
    deviation:
      "In a status write, some forms of a spec or of labels are rejected and others ignored.",
    standing: "open",
    sources: [`${conventions}#spec-and-status`],
  },
  {
    system: "kube-apiserver",
    rules: ["concurrency.foreign-version-refused"],
    releases: ["1.35.0", "1.36.0"],
    deviation: "A version that is not a number causes an internal error.",
    standing: "open",
    sources: [`${apiserver}/storage/api_object_versioner.go`],
  },
  {
    system: "kube-apiserver",
    rules: ["errors.machine-code", "errors.invalid-names-field"],
    releases: ["1.35.0", "1.36.0"],
    deviation:
      "An apply with a value of the wrong type is rejected with HTTP 500, without a reason or causes.",
    standing: "open",
    sources: [`${kubernetes}/issues/122480`, `${kubernetes}/issues/139253`],
  },
  {
    system: "kube-apiserver",
    rules: ["errors.unserved-api-version-refused"],
    releases: ["1.35.0", "1.36.0"],
    deviation:
      "A merge or JSON patch that specifies an unserved version is accepted and erases the stored status.",
    standing: "open",
    sources: [`${apiserver}/endpoints/apiserver_test.go`],
  },
];
