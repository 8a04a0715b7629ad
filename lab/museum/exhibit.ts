import type { Feature, RequirementId } from "#contract";

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
  /** What must be broken before and pass after. */
  readonly rule: RequirementId;
  /** What is written to it; `gears` by default. */
  readonly kind?: "gears" | "pods";
  /** Whether every run shows it. */
  readonly isDeterministic: boolean;
}

/** Words of a command line. */
export type Words = readonly [string, ...string[]];

/** A system, and how its releases are fetched, built and started. */
export interface System {
  readonly name: string;
  /** For readers: `fabric8 kubernetes-server-mock`. */
  readonly title: string;
  readonly language: string;
  readonly licence: string;
  /** Each must be there, or the exhibits are skipped. */
  readonly tools: readonly Words[];
  /** Run one after another in a copy of `lab/museum/servers/<name>`, once for each release. */
  readonly build: (release: string) => readonly Words[];
  /** Starts the server in that copy. The port is in `PORT`. */
  readonly start: Words;
  /** What of an API server it has. */
  readonly serves: Serving;
}

/** How a fake of an API server is met. */
export interface Serving {
  /** How it delivers watches. */
  readonly watches: "http" | "socket";
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
