import { setMaxListeners } from "node:events";
import { checks as allChecks } from "#checks";
import { limits as usualLimits, suiteCommand } from "#contract";
import type { Limits, ProfileName, ProfileRevision } from "#contract";
import type { AnyCheck, ProofBudget } from "#harness";
import { startReference } from "#reference";
import type { Fault, Freedom } from "#reference";
import { runChecks } from "#verdicts";
import type { Baseline, RecordLine, RunOptions, RunResult, Selection, Shard } from "#verdicts";
import type { Target, TargetDescription } from "#targets";
import { newRunId } from "../options/random-ids.ts";
import { connect } from "./connect-endpoint.ts";
import { declaredDialect } from "./declared-dialect.ts";
import { defaults } from "../options/option-defaults.ts";
import { noExtensions } from "../config/extension-parts.ts";
import type { Extensions } from "../config/extension-parts.ts";
import { knownFaults } from "../config/known-faults.ts";
import { withFreedomsOf } from "./freedoms-of-faults.ts";
import { narrowTarget } from "./narrow-target.ts";
import type { Narrowing } from "./narrow-target.ts";
import { readSuite } from "../process/version.ts";

export interface CheckOptions {
  /** The checks to run. Defaults to the checks of the suite and of extensions. */
  readonly checks?: readonly AnyCheck[];
  readonly extensions?: Extensions;
  readonly profile?: ProfileName;
  readonly revision?: ProfileRevision;
  readonly selection?: Selection;
  readonly shard?: Shard;
  readonly baseline?: Baseline;
  /** The seed of the run. Defaults to 1. */
  readonly seed?: number;
  /** The budget for property tests and histories. Defaults to the usual budget. */
  readonly proofBudget?: ProofBudget;
  /** Maximum number of concurrent cases. By default, the number adapts to the latency of responses. */
  readonly concurrency?: number;
  /** Number of attempts at a failing case. Defaults to 1. */
  readonly attempts?: number;
  /**
   * Whether to probe each kind before the first case, and to throw a Misfit if the target rejects every write. False by
   * default.
   */
  readonly isTriedFirst?: boolean;
  /** Whether to skip the sensitivity analysis of passed checks, which is performed by default. */
  readonly isUnquestioned?: true;
  /** Whether to omit the sensitivity of passes, which accounts for most of the analysis. */
  readonly omitsSensitivity?: true;
  /** Maximum number of writes. Unlimited by default. */
  readonly mostWrites?: number;
  readonly namePrefix?: string;
  readonly limits?: Limits;
  /** Time limit for all cases together, in milliseconds. Unlimited by default. */
  readonly timeLimitMs?: number;
  /** Whether to leave created objects, because they disappear with the target. */
  readonly keepObjects?: boolean;
  readonly hasHistoryFiles?: boolean;
  readonly command?: string;
  readonly clock?: () => Date;
  readonly monotonicMs?: () => number;
  readonly emit?: (line: RecordLine) => void;
  /** Called when a request-rate limit becomes known, and again when the rate-limited run finishes. */
  readonly onRateLimit?: RunOptions["onRateLimit"];
  readonly signal?: AbortSignal;
}

export interface CheckReferenceOptions extends CheckOptions {
  readonly faults?: readonly Fault[];
  /** Freedoms of the reference server, which its dialect declares. None by default. */
  readonly freedoms?: readonly Freedom[];
  readonly replyDelayMs?: number;
  /** The kinds and mutations to test, and the event retention. Not narrowed by default. */
  readonly narrowing?: Narrowing;
  /** Computes the selection from the target. Replaces `selection`. */
  readonly select?: (target: TargetDescription) => Selection;
}

/**
 * Runs checks against a connected target. Resolves with the verdicts. Rejects only if the suite has a bug, or with a
 * Misfit as described at `isTriedFirst`.
 */
export async function checkTarget(target: Target, options: CheckOptions = {}): Promise<RunResult> {
  const signal = options.signal ?? new AbortController().signal;
  const { extensions = noExtensions } = options;
  // Every pending request adds a listener, so many listeners do not indicate a leak.
  setMaxListeners(0, signal);
  return runChecks({
    suite: readSuite(),
    target,
    checks: options.checks ?? [...allChecks, ...extensions.checks],
    extensions: extensions.requirements,
    profile: options.profile ?? defaults.profile,
    selection: options.selection ?? { only: [], skip: [] },
    ...extrasOf(options),
    seed: options.seed ?? 1,
    run: newRunId(),
    concurrencyLimits: concurrencyLimitsOf(options.concurrency, target.description),
    limits: options.limits ?? usualLimits,
    command: options.command ?? suiteCommand,
    knownFaults: knownFaults(extensions.faults),
    clock: options.clock ?? ((): Date => new Date()),
    monotonicMs: options.monotonicMs ?? ((): number => performance.now()),
    keepObjects: options.keepObjects ?? false,
    hasHistoryFiles: options.hasHistoryFiles ?? false,
    emit: options.emit ?? ((): void => {}),
    signal,
  });
}

/**
 * Limits the concurrency if the request rate is limited: more cases than requests per second would only exceed their
 * time limits.
 */
function concurrencyLimitsOf(
  concurrency: number | undefined,
  { requestsPerSecond }: Pick<TargetDescription, "requestsPerSecond">,
): RunOptions["concurrencyLimits"] {
  if (concurrency !== undefined) return { usual: concurrency, most: concurrency };
  if (requestsPerSecond === undefined) return defaults.concurrencyLimits;
  const { usual, most } = defaults.concurrencyLimits;
  const rate = Math.max(1, Math.ceil(requestsPerSecond));
  return { usual: Math.min(usual, rate), most: Math.min(most, rate) };
}

function extrasOf({
  revision,
  shard,
  baseline,
  proofBudget,
  attempts,
  mostWrites,
  namePrefix,
  isTriedFirst,
  isUnquestioned,
  omitsSensitivity,
  onRateLimit,
  timeLimitMs,
}: CheckOptions): Pick<
  RunOptions,
  | "attempts"
  | "baseline"
  | "proofBudget"
  | "isTriedFirst"
  | "isUnquestioned"
  | "mostWrites"
  | "namePrefix"
  | "omitsSensitivity"
  | "onRateLimit"
  | "revision"
  | "shard"
  | "timeLimitMs"
> {
  return {
    ...(isTriedFirst === undefined ? {} : { isTriedFirst }),
    ...(onRateLimit === undefined ? {} : { onRateLimit }),
    ...(isUnquestioned === undefined ? {} : { isUnquestioned }),
    ...(omitsSensitivity === undefined ? {} : { omitsSensitivity }),
    ...(revision === undefined ? {} : { revision }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(mostWrites === undefined ? {} : { mostWrites }),
    ...(namePrefix === undefined ? {} : { namePrefix }),
    ...(shard === undefined ? {} : { shard }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(proofBudget === undefined ? {} : { proofBudget }),
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
  };
}

/** Starts the reference server, checks it over HTTP and WebSocket like any other target, and stops it. */
export async function checkReference(options: CheckReferenceOptions = {}): Promise<RunResult> {
  const { faults = [], replyDelayMs, narrowing, limits = usualLimits, select } = options;
  const signal = options.signal ?? new AbortController().signal;
  const freedoms = withFreedomsOf(faults, options.freedoms ?? []);
  await using server = await startReference({
    faults,
    freedoms,
    ...(replyDelayMs === undefined ? {} : { replyDelayMs }),
    ...(narrowing?.retainedEvents === undefined
      ? {}
      : { retainedEvents: narrowing.retainedEvents }),
  });
  await using connected = await connect({
    endpoint: server.url,
    dialect: { dialect: declaredDialect(freedoms), locate: (path) => path.join(".") },
    limits,
    signal,
  });
  const target = narrowing === undefined ? connected : narrowTarget(connected, narrowing);
  const selection = select?.(target.description);
  return await checkTarget(target, {
    ...options,
    ...(selection === undefined ? {} : { selection }),
  });
}
