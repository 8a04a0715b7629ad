import type { Feature } from "#contract";
import type { Rule } from "./rules.ts";

/** One published bug of a released system: what must be red before its fix, and green after it. */
export interface Exhibit {
  /** Lower-case words: `fabric8-3255`, with the upstream number where there is one. */
  readonly id: string;
  /** The name of a system in `systems.ts`. */
  readonly system: string;
  /** The defect, in one sentence. */
  readonly defect: string;
  /** The last release that was seen with it. */
  readonly before: string;
  /** The first release that was seen without it. */
  readonly after: string;
  /** Addresses: the issue, the fix, or both. */
  readonly upstream: readonly [string, ...string[]];
  /** Whether upstream calls it a missing feature and not a bug: the release ignores what it does not support. */
  readonly isFeatureUpstream?: true;
  /** What must be broken before and pass after: a requirement, or for a recorded system an anomaly of its history. */
  readonly rule: Rule;
  /** Kind of the objects that are written to a served system; defaults to `gears`. */
  readonly kind?: "gears" | "manifests" | "pods";
  /** Features that the system claims in these releases, although it does not claim them in all. */
  readonly claimed?: readonly Feature[];
  /** Kinds of the API server, as `--kind` takes them; defaults to those that every run brings. */
  readonly namedKinds?: readonly string[];
  /** Further flags of the API server. */
  readonly serverFlags?: Readonly<Record<string, string>>;
  /** What a recorded system records; passed to its program. */
  readonly scenario?: string;
  /** Whether every run shows it. */
  readonly isDeterministic: boolean;
}

/** Words of a command line. */
export type Words = readonly [string, ...string[]];

/** A system, and how its releases are fetched and built. */
interface Released {
  readonly name: string;
  /** For readers: `fabric8 kubernetes-server-mock`. */
  readonly title: string;
  readonly language: string;
  readonly licence: string;
  /** Each must be there, or the exhibits are skipped. */
  readonly tools: readonly Words[];
  /** Folder of its program from `lab/museum/servers`, or its one file; defaults to the folder of its name. */
  readonly sources?: string;
  /** Run one after another in a copy of that folder, once for each release. */
  readonly build: (release: string) => readonly Words[];
}

/** A server of objects with a status, on which the suite runs. */
export interface ServedSystem extends Released {
  readonly method: "served";
  /** Starts the server in the copy. The port is in `PORT`. */
  readonly start: Words;
  /** What of an API server it has. */
  readonly serves: Serving;
}

/** A GraphQL server, on which the suite runs by the `dialect.yaml` that is beside it. */
export interface GraphqlSystem extends Released {
  readonly method: "graphql";
  /** Starts the server in the copy. The port is in `PORT`. */
  readonly start: Words;
  /** Where it answers. */
  readonly path: string;
}

/** A store without a status, which a program uses and records as a history. */
export interface RecordedSystem extends Released {
  readonly method: "recorded";
  /** Starts the store, uses it as the scenario requires and prints the history. The scenario is its last parameter. */
  readonly record: Words;
}

/** A framework for controllers, of which one is observed at work on a control plane. */
export interface ObservedSystem extends Released {
  readonly method: "observed";
  /** Starts a controller of gears in the copy. Its control plane is in `KUBECONFIG`. */
  readonly start: Words;
  /** The field manager of its writes. */
  readonly manager: string;
}

/** An API server that needs no front, and an etcd to store in. */
export interface ClusterSystem extends Released {
  readonly method: "cluster";
  /** Its path in the copy. */
  readonly program: string;
}

/** A system whose bugs are shown. */
export type System = ServedSystem | GraphqlSystem | RecordedSystem | ObservedSystem | ClusterSystem;

/** How a fake of an API server is met. */
export interface Serving {
  /** How it delivers watches. */
  readonly watches: "http" | "socket";
  /** Its bearer token, if it speaks TLS. Without it, it speaks HTTP. */
  readonly token?: string;
  /** Whether it is made for tests of one thread. */
  readonly isSingleThreaded: boolean;
  /** Whether it must be given the definition of a kind before it has a status subresource. */
  readonly needsDefinition: boolean;
  /** What it does not claim to have. */
  readonly withdrawn: readonly Feature[];
}

/** What no fake of an API server claims to have. */
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
