import { prepareJava, prepareKopf, prepareRust } from "./operators.ts";
import type { OperatorPlace } from "./operators.ts";

/** A released version of a library, with which the operator of this folder is built. */
export interface Release {
  readonly version: string;
  readonly prepare: (place: OperatorPlace) => Promise<string>;
}

/** A published bug in how a controller handles reads, events or conflicts. */
export interface PublishedBug {
  readonly name: string;
  readonly library: string;
  readonly upstream: string;
  /** What goes wrong, as a sentence in the present tense. */
  readonly summary: string;
  /** The requirement that is broken with the bug, and not broken without it. */
  readonly breaks: string;
  /** The scenarios that show it. */
  readonly scenarios: readonly string[];
  /** Output that indicates that the operator is ready. */
  readonly ready: string;
  readonly bad: Release;
  readonly good: Release;
}

function kopf(version: string): Release {
  return { version, prepare: (place) => prepareKopf(version, place) };
}

function javaOperatorSdk(version: string): Release {
  const release = { artifact: "operator-framework-core", version };
  return { version, prepare: (place) => prepareJava(release, place) };
}

function kubeRs(version: string): Release {
  return { version, prepare: (place) => prepareRust(`kube-rs-one-at-a-time/${version}`, place) };
}

export const publishedBugs: readonly PublishedBug[] = [
  {
    name: "kopf-844",
    library: "kopf (Python)",
    upstream: "https://github.com/nolar/kopf/pull/844",
    summary:
      "Of the events that arrive within 0.1 s, only the last one is handled, so a change that is reverted is never reported.",
    breaks: "controller.status-converges",
    scenarios: ["reports-on-the-last-of-several-changes"],
    ready: "watch-stream for gears",
    bad: kopf("1.41.1"),
    good: kopf("1.42.0"),
  },
  {
    name: "kube-rs-1322",
    library: "kube-rs (Rust)",
    upstream: "https://github.com/kube-rs/kube/issues/1322",
    summary:
      "With limited concurrency, an object that changes while others are reconciled is never reconciled again.",
    breaks: "controller.status-converges",
    scenarios: [
      "reports-on-each-change",
      "keeps-objects-apart",
      "follows-single-properties",
      "recovers-from-a-failure",
      "reports-what-it-saw-when-the-spec-changes",
      "tells-what-fails",
    ],
    ready: "ready",
    bad: kubeRs("0.86.0"),
    good: kubeRs("0.87.2"),
  },
  {
    name: "java-operator-sdk-3398",
    library: "java-operator-sdk (Java)",
    upstream: "https://github.com/operator-framework/java-operator-sdk/issues/3398",
    summary:
      "The event of a spec that changes while the status is written is filtered like that of the own write. A regression: the good release is older.",
    breaks: "controller.status-converges",
    scenarios: ["reports-what-it-saw-when-the-spec-changes"],
    ready: "ready",
    bad: javaOperatorSdk("5.3.2"),
    good: javaOperatorSdk("5.2.3"),
  },
];
