import { limits } from "#contract";
import type { ProfileName, ProfileRevision } from "#contract";
import type { ProofBudget } from "#harness";
import { protocols } from "#targets";
import type { FeaturesByHand, Protocol } from "#targets";
import type { Selection, Shard } from "#verdicts";
import { defaults } from "./option-defaults.ts";
import { budgetOf } from "./budget-settings.ts";
import { UsageError } from "../process/program-errors.ts";
import { parseFormats } from "./format-requests.ts";
import type { FormatRequest } from "./format-requests.ts";
import { gatesOf } from "./gate-settings.ts";
import type { BaselineRequest } from "./gate-settings.ts";
import type { OutputSettings } from "./option-groups.ts";
import { parseIdentities } from "./identity-requests.ts";
import type { IdentityRequest } from "./identity-requests.ts";
import { kubernetesOf, protocolOf } from "./kubernetes-settings.ts";
import type { KubernetesArguments, KubernetesRequest } from "./kubernetes-settings.ts";
import { namePrefixOf, writesOf } from "./write-settings.ts";
import type { WriteArguments, WriteSettings } from "./write-settings.ts";
import { serversOf } from "./server-settings.ts";
import type { ServerArguments, ServerRequest } from "./server-settings.ts";
import { tlsRequestOf } from "./tls-files.ts";
import type { TlsRequest } from "./tls-files.ts";
import { parseDecimal, parseFeature, parseProfile, parseUrl, parseWhole } from "./option-values.ts";

export interface RunArguments extends KubernetesArguments, ServerArguments, WriteArguments {
  readonly config?: string;
  readonly endpoint?: string;
  readonly wsEndpoint?: string;
  readonly dialect?: string;
  readonly identity?: readonly string[];
  readonly profile?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly quick?: boolean;
  readonly lastFailed?: boolean;
  readonly maxFailures?: string;
  readonly feature?: readonly string[];
  readonly noFeature?: readonly string[];
  readonly seed?: string;
  readonly concurrency?: string;
  readonly timeout?: string;
  readonly rate?: string;
  readonly attempts?: string;
  readonly yes?: boolean;
  readonly runs?: string;
  readonly budget?: string;
  readonly stress?: string;
  readonly replay?: string;
  readonly output: string;
  readonly compress?: boolean;
  readonly format: readonly string[];
  readonly shard?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly schemaFile?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
}

export type Verbosity = "quiet" | "normal" | "verbose";

export interface RunSettings extends OutputSettings, ServerRequest, WriteSettings {
  /** The configuration that the user named, if its extensions define checks. Printed commands then name it as well. */
  readonly config?: string;
  /** The endpoint. Defaults to a reference server that is started for the run. */
  readonly endpoint?: URL;
  readonly webSocketEndpoint?: URL;
  readonly tls?: TlsRequest;
  /** Maximum requests per second. Defaults to the limit in the dialect, or to no limit. */
  readonly requestsPerSecond?: number;
  /** The protocol of the endpoint. Defaults to GraphQL. */
  readonly protocol?: Protocol;
  /** Connection options of an API server. Absent for other protocols. */
  readonly kubernetes?: KubernetesRequest;
  /** The dialect file. Defaults to the canonical dialect. */
  readonly dialectFile?: string;
  readonly identities: readonly IdentityRequest[];
  readonly profile: ProfileName;
  readonly revision?: ProfileRevision;
  readonly selection: Selection;
  /** Patterns of requirements and cases that another run tests on the same server. None by default. */
  readonly testedElsewhere?: readonly string[];
  /** Restricts the selected cases. By default, all of them run. */
  readonly choice?: "quick" | "last-failed";
  /** Number of violated requirements after which the run stops. Unlimited by default. */
  readonly mostFailures?: number;
  /** Features declared or withdrawn for this run. Defaults to the features in the dialect. */
  readonly features?: FeaturesByHand;
  /** The seed of the run. Random by default. */
  readonly seed?: number;
  /** Maximum number of concurrent cases. By default, the number adapts to the latency of responses. */
  readonly concurrency?: number;
  readonly timeFactor: number;
  readonly timeoutSeconds?: number;
  /** Maximum attempts at a failing case, including the first. */
  readonly attempts: number;
  /** Whether to write to a server on another machine without asking for confirmation. */
  readonly isSureToWrite: boolean;
  readonly proofBudget?: ProofBudget;
  readonly formats: readonly FormatRequest[];
  readonly shard?: Shard;
  /** The baseline file, and whether to rewrite it. By default, no failure is expected. */
  readonly baseline?: BaselineRequest;
  readonly schemaFile?: string;
  readonly verbosity: Verbosity;
}

/** Seeds are unsigned 31-bit numbers. */
export const seeds = { least: 0, most: 2 ** 31 - 1 } as const;

const concurrencies = { least: 1, most: 1024 } as const;

const rates = { least: 0.1, most: 100_000 } as const;

const timeoutsSeconds = { least: 0.1, most: 3600 } as const;

export function readRunSettings(
  typed: RunArguments,
  environment: Readonly<Record<string, string | undefined>>,
): RunSettings {
  const { endpoint, wsEndpoint, seed, timeout } = typed;
  const protocol = protocolOf(typed);
  const kubernetes = kubernetesOf(typed, environment);
  needsEndpoint(typed);
  const proofBudget = budgetOf(typed);
  return {
    ...(endpoint === undefined
      ? {}
      : { endpoint: parseUrl("--endpoint", endpoint, ["http", "https"]) }),
    ...(wsEndpoint === undefined
      ? {}
      : { webSocketEndpoint: parseUrl("--ws-endpoint", wsEndpoint, ["ws", "wss"]) }),
    ...serversOf(typed),
    ...(typed.dialect === undefined ? {} : { dialectFile: typed.dialect }),
    identities: parseIdentities(typed.identity ?? [], environment),
    ...(protocol === defaults.protocol ? {} : { protocol }),
    ...(kubernetes === undefined ? tlsOf(typed) : { kubernetes }),
    ...rateOf(typed),
    ...parseProfile(typed.profile ?? protocols[protocol].profile),
    selection: { only: onlyOf(typed, proofBudget.proofBudget), skip: typed.skip ?? [] },
    ...choiceOf(typed),
    ...failuresOf(typed),
    ...featuresOf(typed),
    ...(seed === undefined ? {} : { seed: parseWhole("--seed", seed, seeds) }),
    ...concurrencyOf(typed),
    ...timeOf(timeout),
    attempts: attemptsOf(typed),
    ...writesOf(typed),
    ...namePrefixOf(typed),
    isSureToWrite: typed.yes === true,
    ...proofBudget,
    output: readOutput(typed.output),
    isCompressed: typed.compress === true,
    formats: parseFormats(typed.format),
    ...gatesOf(typed),
    verbosity: readVerbosity(typed),
  };
}

function tlsOf(typed: RunArguments): Pick<RunSettings, "tls"> {
  const tls = tlsRequestOf(typed);
  return tls === undefined ? {} : { tls };
}

function concurrencyOf({ concurrency }: RunArguments): Pick<RunSettings, "concurrency"> {
  if (concurrency === undefined) return {};
  return { concurrency: parseWhole("--concurrency", concurrency, concurrencies) };
}

function rateOf({ rate }: RunArguments): Pick<RunSettings, "requestsPerSecond"> {
  return rate === undefined ? {} : { requestsPerSecond: parseDecimal("--rate", rate, rates) };
}

/**
 * Returns the selected patterns. If `--replay` is given without a selection, only the check or case of the replay runs.
 */
function onlyOf(
  { only = [] }: RunArguments,
  proofBudget: ProofBudget | undefined,
): readonly string[] {
  return only.length === 0 && proofBudget?.replay !== undefined ? [proofBudget.replay.check] : only;
}

function choiceOf({ quick, lastFailed, only }: RunArguments): Pick<RunSettings, "choice"> {
  const requested = [
    ...(quick === true ? ["--quick"] : []),
    ...(lastFailed === true ? ["--last-failed"] : []),
    ...(only === undefined ? [] : ["--only"]),
  ];
  const [first, second] = requested;
  if (first === undefined || first === "--only") return {};
  if (second !== undefined) {
    throw new UsageError(`${first} and ${second} are mutually exclusive`, {
      fix: "Remove one of the two options.",
    });
  }
  return { choice: first === "--quick" ? "quick" : "last-failed" };
}

function failuresOf({ maxFailures }: RunArguments): Pick<RunSettings, "mostFailures"> {
  if (maxFailures === undefined) return {};
  const most = { least: 1, most: 1000 } as const;
  return { mostFailures: parseWhole("--max-failures", maxFailures, most) };
}

/** Rejects endpoint options without an endpoint, because they do not apply to the built-in server. */
function needsEndpoint({ endpoint, wsEndpoint, dialect }: RunArguments): void {
  if (endpoint !== undefined) return;
  if (wsEndpoint !== undefined) {
    throw new UsageError("--ws-endpoint requires --endpoint", {
      fix: "Pass the address for queries and mutations with --endpoint.",
    });
  }
  if (dialect === undefined) return;
  throw new UsageError("--dialect requires --endpoint", {
    fix: "Use --endpoint to pass the endpoint that the dialect describes.",
  });
}

function featuresOf({ feature, noFeature }: RunArguments): Pick<RunSettings, "features"> {
  if (feature === undefined && noFeature === undefined) return {};
  const declared = (feature ?? []).map((name) => parseFeature("--feature", name));
  const withdrawn = (noFeature ?? []).map((name) => parseFeature("--no-feature", name));
  const both = declared.find((name) => withdrawn.includes(name));
  if (both === undefined) return { features: { declared, withdrawn } };
  throw new UsageError(`--feature and --no-feature both name ${both}`, {
    fix: "Remove one of the two options.",
  });
}

function timeOf(timeout: string | undefined): Pick<RunSettings, "timeFactor" | "timeoutSeconds"> {
  if (timeout === undefined) return { timeFactor: 1 };
  const timeoutSeconds = parseDecimal("--timeout", timeout, timeoutsSeconds);
  return { timeoutSeconds, timeFactor: (timeoutSeconds * 1000) / limits.requestMs };
}

function attemptsOf({ attempts }: RunArguments): number {
  if (attempts === undefined) return defaults.attempts;
  return parseWhole("--attempts", attempts, { least: 1, most: 100 });
}

function readOutput(folder: string): string {
  if (folder !== "") return folder;
  throw new UsageError("--output has no value", {
    fix: "Specify a folder, e.g. --output results.",
  });
}

function readVerbosity({ quiet, verbose }: RunArguments): Verbosity {
  if (quiet === true && verbose === true) {
    throw new UsageError("--quiet and --verbose are mutually exclusive", {
      fix: "Remove one of the two options.",
    });
  }
  if (quiet === true) return "quiet";
  return verbose === true ? "verbose" : "normal";
}
