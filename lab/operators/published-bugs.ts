import { resolve } from "node:path";
import { built } from "../kubernetes/binaries.ts";
import {
  prepareClientNode,
  prepareJava,
  prepareKopf,
  preparePython,
  prepareRust,
} from "./operators.ts";
import type { OperatorPlace } from "./operators.ts";

export interface Release {
  readonly version: string;
  readonly prepare: (place: OperatorPlace) => Promise<string>;
}

export interface PublishedBug {
  readonly name: string;
  readonly library: string;
  readonly upstream: string;
  readonly summary: string;
  /** The requirement that is violated with the bug, and not violated without it. */
  readonly breaks: string;
  readonly scenarios: readonly string[];
  readonly ready: string;
  /** A kind of the API server, and a file with its specs. Defaults to gears. */
  readonly about?: { readonly kind: string; readonly specs: string };
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

function python(version: string): Release {
  return { version, prepare: (place) => preparePython(version, place) };
}

function clientNode(version: string): Release {
  return { version, prepare: (place) => prepareClientNode(version, place) };
}

/** Returns the operator built with a release of kube-rs, which reconciles one object at a time. */
function kubeRs(version: string): Release {
  const prepare = async (place: OperatorPlace): Promise<string> =>
    `GEARS_CONCURRENCY=1 ${await prepareRust(`kube-rs/${version}`, place)}`;
  return { version, prepare };
}

/** Runs a release of kube-controller-manager with only one of its controllers. */
function controllerManager(version: string, program: string, controller: string): Release {
  const flags = [
    ...["kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig"].map(
      (name) => `--${name}="$KUBECONFIG"`,
    ),
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    "--leader-elect=false",
    "--use-service-account-credentials=false",
    // Timelines can show JSON but not Protobuf.
    "--kube-api-content-type=application/json",
    "--kube-api-qps=200",
    "--kube-api-burst=400",
    "-v=1",
    `--controllers=${controller}`,
  ];
  return {
    version,
    prepare: async ({ cache, log, limit }) => {
      const modules = resolve("lab/kubernetes/servers");
      const path = await built(program, { modules, cache, log }, limit);
      return `exec '${path}' ${flags.join(" ")}`;
    },
  };
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
  {
    name: "client-node-781",
    library: "@kubernetes/client-node (Node.js)",
    upstream: "https://github.com/kubernetes-client/javascript/pull/781",
    summary:
      "An expired watch is opened again from the same version, so the informer never receives another event.",
    breaks: "controller.status-converges",
    scenarios: ["begins-anew-after-a-long-outage"],
    ready: "ready",
    bad: clientNode("0.16.3"),
    good: clientNode("0.17.0"),
  },
  {
    name: "python-base-133",
    library: "kubernetes (Python)",
    upstream: "https://github.com/kubernetes-client/python-base/pull/133",
    summary:
      "An expired watch raises no error, and is opened again from the same version, so no event arrives any more.",
    breaks: "controller.status-converges",
    scenarios: ["begins-anew-after-a-long-outage"],
    ready: "ready",
    bad: python("11.0.0"),
    good: python("12.0.1"),
  },
  {
    name: "kubernetes-kep-5647",
    library: "kube-controller-manager, StatefulSet (Go)",
    upstream: "https://github.com/kubernetes/enhancements/issues/5647",
    summary: "The controller acts on a cache that lacks its own last write.",
    breaks: "controller.acts-on-own-writes",
    scenarios: ["waits-for-its-own-write", "reports-on-each-change"],
    ready: "Caches are synced",
    about: { kind: "statefulsets.apps", specs: "lab/operators/stateful-sets.json" },
    bad: controllerManager("1.34.4", "kube-controller-manager", "statefulset-controller"),
    good: controllerManager("1.36.3", "kube-controller-manager-1.36", "statefulset-controller"),
  },
];
