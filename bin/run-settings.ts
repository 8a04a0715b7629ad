import { limits } from "#contract";
import type { ProfileName } from "#contract";
import type { FeaturesByHand } from "#targets";
import type { Selection } from "#runner";
import { UsageError } from "./errors.ts";
import { parseIdentities } from "./identities.ts";
import type { IdentityWish } from "./identities.ts";
import {
  parseChoice,
  parseDecimal,
  parseFeature,
  parseProfile,
  parseUrl,
  parseWhole,
} from "./option-values.ts";

/** The options of a run, as they were typed. */
export interface RunArguments {
  readonly endpoint?: string;
  readonly wsEndpoint?: string;
  readonly identity?: readonly string[];
  readonly profile: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly feature?: readonly string[];
  readonly noFeature?: readonly string[];
  readonly seed?: string;
  readonly concurrency: string;
  readonly timeout?: string;
  readonly output: string;
  readonly format: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/** What a run can say about itself. The record is always written. */
export const runFormats = ["terminal", "json"] as const;

/** One of {@link runFormats}. */
export type RunFormat = (typeof runFormats)[number];

/** How much a run says on the terminal. */
export type Verbosity = "quiet" | "normal" | "verbose";

/** The options of a run, understood. */
export interface RunSettings {
  /** Absent: the reference, started for the run. */
  readonly endpoint?: URL;
  readonly webSocketEndpoint?: URL;
  readonly identities: readonly IdentityWish[];
  readonly profile: ProfileName;
  readonly selection: Selection;
  /** Absent: the dialect alone says what is offered. */
  readonly features?: FeaturesByHand;
  /** Absent: any. */
  readonly seed?: number;
  readonly concurrency: number;
  /** What all waiting times are multiplied by. */
  readonly timeFactor: number;
  /** The limit of one request as it was asked for, in seconds; absent for the default. */
  readonly timeoutSeconds?: number;
  readonly output: string;
  readonly formats: readonly RunFormat[];
  readonly verbosity: Verbosity;
}

/** Seeds are unsigned 31-bit numbers. */
export const seeds = { least: 0, most: 2 ** 31 - 1 } as const;

const concurrencies = { least: 1, most: 1024 } as const;

const timeoutsSeconds = { least: 0.1, most: 3600 } as const;

/** Understands the options of a run. Throws {@link UsageError} for what makes no sense. */
export function readRunSettings(
  typed: RunArguments,
  environment: Readonly<Record<string, string | undefined>>,
): RunSettings {
  const { endpoint, wsEndpoint, seed, timeout } = typed;
  if (endpoint === undefined && wsEndpoint !== undefined) {
    throw new UsageError("--ws-endpoint was given without --endpoint", {
      mend: "Give the address for queries and mutations with --endpoint.",
    });
  }
  return {
    ...(endpoint === undefined
      ? {}
      : { endpoint: parseUrl("--endpoint", endpoint, ["http", "https"]) }),
    ...(wsEndpoint === undefined
      ? {}
      : { webSocketEndpoint: parseUrl("--ws-endpoint", wsEndpoint, ["ws", "wss"]) }),
    identities: parseIdentities(typed.identity ?? [], environment),
    profile: parseProfile(typed.profile),
    selection: { only: typed.only ?? [], skip: typed.skip ?? [] },
    ...featuresOf(typed),
    ...(seed === undefined ? {} : { seed: parseWhole("--seed", seed, seeds) }),
    concurrency: parseWhole("--concurrency", typed.concurrency, concurrencies),
    ...timeOf(timeout),
    output: readOutput(typed.output),
    formats: readFormats(typed.format),
    verbosity: readVerbosity(typed),
  };
}

function featuresOf({ feature, noFeature }: RunArguments): Pick<RunSettings, "features"> {
  if (feature === undefined && noFeature === undefined) return {};
  const declared = (feature ?? []).map((name) => parseFeature("--feature", name));
  const withdrawn = (noFeature ?? []).map((name) => parseFeature("--no-feature", name));
  const both = declared.find((name) => withdrawn.includes(name));
  if (both === undefined) return { features: { declared, withdrawn } };
  throw new UsageError(`--feature and --no-feature both name ${both}`, {
    mend: "Leave one of them out.",
  });
}

function timeOf(timeout: string | undefined): Pick<RunSettings, "timeFactor" | "timeoutSeconds"> {
  if (timeout === undefined) return { timeFactor: 1 };
  const timeoutSeconds = parseDecimal("--timeout", timeout, timeoutsSeconds);
  return { timeoutSeconds, timeFactor: (timeoutSeconds * 1000) / limits.requestMs };
}

function readOutput(folder: string): string {
  if (folder !== "") return folder;
  throw new UsageError("--output has no value", {
    mend: "Name a folder, for instance --output results.",
  });
}

function readFormats(list: string): readonly RunFormat[] {
  const words = list.split(",").map((word) => word.trim());
  return [...new Set(words.map((word) => parseChoice("--format", word, runFormats)))];
}

function readVerbosity({ quiet, verbose }: RunArguments): Verbosity {
  if (quiet === true && verbose === true) {
    throw new UsageError("--quiet and --verbose exclude each other", {
      mend: "Leave one of them out.",
    });
  }
  if (quiet === true) return "quiet";
  return verbose === true ? "verbose" : "normal";
}
