import { setMaxListeners } from "node:events";
import { checks as allChecks } from "#checks";
import { limits as usualLimits, suiteCommand } from "#contract";
import type { Limits, ProfileName, ProfileRevision } from "#contract";
import type { AnyCheck, Effort } from "#harness";
import { startReference } from "#reference";
import type { Fault, Freedom } from "#reference";
import { runChecks } from "#verdicts";
import type { Baseline, RecordLine, RunOptions, RunResult, Selection, Shard } from "#verdicts";
import type { Target, TargetDescription } from "#targets";
import { newRunId } from "../options/chance.ts";
import { connect } from "./connect.ts";
import { declaredDialect } from "./declared-dialect.ts";
import { defaults } from "../options/defaults.ts";
import { noExtensions } from "../extensions/extension.ts";
import type { Extensions } from "../extensions/extension.ts";
import { knownFaults } from "../extensions/known-faults.ts";
import { narrowTarget } from "./narrow-target.ts";
import type { Narrowing } from "./narrow-target.ts";
import { readSuite } from "../process/version.ts";

/** What a check of a target may say; all of it has a default. */
export interface CheckOptions {
  /** Those of the suite and of the extensions by default. */
  readonly checks?: readonly AnyCheck[];
  /** What is required beside the profile; nothing by default. */
  readonly extensions?: Extensions;
  readonly profile?: ProfileName;
  /** The newest by default. */
  readonly revision?: ProfileRevision;
  readonly selection?: Selection;
  /** The part of the run that this one is; all of it by default. */
  readonly shard?: Shard;
  /** What is known to be wrong with the target; nothing by default. */
  readonly baseline?: Baseline;
  /** 1 by default. */
  readonly seed?: number;
  /** The budget of properties and histories. Defaults to the usual one. */
  readonly effort?: Effort;
  /** How many cases are under way at once, whatever the target; by default more where it answers slowly. */
  readonly concurrency?: number;
  /** How often a case that breaks something is tried; once by default. */
  readonly attempts?: number;
  /** Try each kind before the first case, and throw a Misfit where the target takes nothing that is sent; not by default. */
  readonly isTriedFirst?: boolean;
  /** Take passes as they are, and do not ask what they would have noticed; they are asked by default. */
  readonly isUnquestioned?: true;
  /** How many writes are sent at most; any number by default. */
  readonly mostWrites?: number;
  /** What the names of all objects start with; nothing by default. */
  readonly namePrefix?: string;
  readonly limits?: Limits;
  /** Leave what the run creates, because the target ends with it. */
  readonly keepObjects?: boolean;
  /** The recorded histories of findings are kept as files beside the record. */
  readonly hasHistoryFiles?: boolean;
  /** The command that repeats the run, for the record. */
  readonly command?: string;
  /** The wall clock. */
  readonly clock?: () => Date;
  readonly monotonicMs?: () => number;
  readonly emit?: (line: RecordLine) => void;
  readonly signal?: AbortSignal;
}

/** What a check of the reference may say on top. */
export interface CheckReferenceOptions extends CheckOptions {
  readonly faults?: readonly Fault[];
  /** Built into the reference, and declared in its dialect; none by default. */
  readonly freedoms?: readonly Freedom[];
  /** Added to every reply of the reference. */
  readonly replyDelayMs?: number;
  /** The only part of the target to look at; the reference retains as few events as it says. */
  readonly narrowing?: Narrowing;
  /** What to run, instead of `selection`, for those who must know the target to say it. */
  readonly select?: (target: TargetDescription) => Selection;
}

/** Runs checks against a target that is connected already. Rejects only on a defect of the suite itself. */
export async function checkTarget(target: Target, options: CheckOptions = {}): Promise<RunResult> {
  const signal = options.signal ?? new AbortController().signal;
  const { extensions = noExtensions } = options;
  // Every request under way listens to it, which is no leak.
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
    breadth: breadthOf(options.concurrency),
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

function breadthOf(concurrency: number | undefined): RunOptions["breadth"] {
  return concurrency === undefined ? defaults.breadth : { usual: concurrency, most: concurrency };
}

/** What is only passed on where it was said. */
function extrasOf({
  revision,
  shard,
  baseline,
  effort,
  attempts,
  mostWrites,
  namePrefix,
  isTriedFirst,
  isUnquestioned,
}: CheckOptions): Pick<
  RunOptions,
  | "attempts"
  | "baseline"
  | "effort"
  | "isTriedFirst"
  | "isUnquestioned"
  | "mostWrites"
  | "namePrefix"
  | "revision"
  | "shard"
> {
  return {
    ...(isTriedFirst === undefined ? {} : { isTriedFirst }),
    ...(isUnquestioned === undefined ? {} : { isUnquestioned }),
    ...(revision === undefined ? {} : { revision }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(mostWrites === undefined ? {} : { mostWrites }),
    ...(namePrefix === undefined ? {} : { namePrefix }),
    ...(shard === undefined ? {} : { shard }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(effort === undefined ? {} : { effort }),
  };
}

/** Starts the reference, checks it over HTTP and WebSocket like any other target, and stops it. */
export async function checkReference(options: CheckReferenceOptions = {}): Promise<RunResult> {
  const {
    faults = [],
    freedoms = [],
    replyDelayMs,
    narrowing,
    limits = usualLimits,
    select,
  } = options;
  const signal = options.signal ?? new AbortController().signal;
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
