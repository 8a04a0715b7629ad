import type { Feature } from "#contract";
import type { Rule } from "./anomaly-types.ts";

/** A published bug of a released system. The rule must be violated before the fix and pass after it. */
export interface Exhibit {
  /** The id in lower case, with the upstream issue number if there is one: `fabric8-3255`. */
  readonly id: string;
  readonly system: string;
  readonly defect: string;
  /** The last release that is known to have the bug. */
  readonly before: string;
  readonly after: string;
  readonly upstream: readonly [string, ...string[]];
  /**
   * Whether the upstream project considers the bug a missing feature, because the release ignores unsupported requests.
   */
  readonly isFeatureUpstream?: true;
  /** The violated requirement. For a recorded system, the anomaly of the history. */
  readonly rule: Rule;
  /** The checks of the rule that show the bug. Defaults to all; others may find further bugs of the fixed release. */
  readonly checks?: readonly string[];
  /** The kind of the objects to write to a served system. Defaults to `gears`. */
  readonly kind?: "gears" | "manifests" | "pods";
  /** Features that the exhibit's releases support, although the system does not support them in general. */
  readonly claimed?: readonly Feature[];
  /** The kinds of the API server to check, in the syntax of `--kind`. Defaults to the suite's own kinds. */
  readonly namedKinds?: readonly string[];
  readonly serverFlags?: Readonly<Record<string, string>>;
  readonly scenario?: string;
  readonly isDeterministic: boolean;
}

export type Words = readonly [string, ...string[]];

interface Released {
  readonly name: string;
  readonly title: string;
  readonly language: string;
  readonly licence: string;
  /** Commands that check for required tools. If one fails, the exhibits are skipped. */
  readonly tools: readonly Words[];
  /** A folder or file in `lab/museum/servers`. Defaults to the name of the system. */
  readonly sources?: string;
  /** Commands that run in order in a copy of that folder, once for each release. */
  readonly build: (release: string) => readonly Words[];
}

export interface ServedSystem extends Released {
  readonly method: "served";
  /** Starts the server in the copy. The environment variable `PORT` contains the port to listen on. */
  readonly start: Words;
  readonly serves: Serving;
}

/** A GraphQL server. The suite runs against it with the `dialect.yaml` in the server's folder. */
export interface GraphqlSystem extends Released {
  readonly method: "graphql";
  /** Starts the server in the copy. The environment variable `PORT` contains the port to listen on. */
  readonly start: Words;
  readonly path: string;
}

/** A store without statuses. A program writes to it and records a history. */
export interface RecordedSystem extends Released {
  readonly method: "recorded";
  /** Starts the store, runs the scenario and prints the history. The scenario is the last argument. */
  readonly record: Words;
}

/** A framework for controllers. The suite observes a controller that uses the framework, on a control plane. */
export interface ObservedSystem extends Released {
  readonly method: "observed";
  /**
   * Starts a controller of gears in the copy. The environment variable `KUBECONFIG` contains the path of the kubeconfig
   * for the control plane.
   */
  readonly start: Words;
  readonly manager: string;
}

export interface ClusterSystem extends Released {
  readonly method: "cluster";
  readonly program: string;
}

export type System = ServedSystem | GraphqlSystem | RecordedSystem | ObservedSystem | ClusterSystem;

export interface Serving {
  readonly watches: "http" | "socket";
  /** The bearer token. Absent for a server that uses plain HTTP instead of TLS. */
  readonly token?: string;
  readonly isSingleThreaded: boolean;
  /** Whether a kind only has a status subresource after its definition was created. */
  readonly needsDefinition: boolean;
  readonly withdrawn: readonly Feature[];
}

export const neverFaked: readonly Feature[] = [
  "status.apply",
  "field-manager",
  "field-validation",
  "dry-run",
  "watch.anyVersion",
  "watch.bookmarks",
  "watch.expiry",
  "watch.initialEvents",
  "watch.resume",
];
