import { setMaxListeners } from "node:events";
import { isControllerRequirement, newestRevision } from "#contract";
import type { IdentityName, Limits, ProfileRevision } from "#contract";
import { ObservationJudge } from "./observation-judge.ts";
import { observeKind } from "./observe-kind.ts";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { ControllerFinding } from "../rules/controller-finding.ts";
import type { ObservationCounts, ObservationOutcome } from "./observation-judge.ts";
import type { Target, Trace } from "#harness";
import {
  selectedRequirements,
  contractDigest,
  judgeAll,
  observationCase,
  recordFormat,
  sumOf,
} from "#verdicts";
import type {
  FooterLine,
  HeaderLine,
  KnownFault,
  ObservationFold,
  ObservationSettings,
  Observed,
  PlannedRequirement,
  RecordLine,
  RunResult,
  SuiteIdentity,
} from "#verdicts";

export interface ObserveOptions {
  readonly suite: SuiteIdentity;
  readonly target: Target;
  readonly settings: ObservationSettings;
  readonly revision?: ProfileRevision;
  readonly identity: IdentityName;
  readonly run: string;
  readonly limits: Limits;
  /** The command that reproduces the observation, without credentials. */
  readonly command: string;
  readonly knownFaults: readonly KnownFault[];
  readonly clock: () => Date;
  /** Monotonic milliseconds since an arbitrary moment. */
  readonly monotonicMs: () => number;
  /** Receives the record line by line. Must not throw. */
  readonly emit: (line: RecordLine) => void;
  readonly audience: ObservationAudience;
  readonly signal: AbortSignal;
}

/** Receives live updates. None of the functions may throw. */
export interface ObservationAudience {
  event(event: ControllerEvent, counts: ObservationCounts): void;
  found(finding: ControllerFinding): void;
  /** The problem is undefined when the watch recovers. */
  trouble(kind: string, problem: string | undefined): void;
}

const profile = "controller/v1";

/**
 * Watches kinds until the signal aborts, or until none of them can be watched, and judges their
 * writers. Sends only list and watch requests. Rejects only because of a bug in the suite.
 */
export async function observe(options: ObserveOptions): Promise<RunResult> {
  const { settings, monotonicMs, emit } = options;
  const beganMs = monotonicMs();
  const now = (): number => Math.round((monotonicMs() - beganMs) * 1000) / 1000;
  emit(headerOf(options));
  const judge = new ObservationJudge(settings);
  const { exchanges, problems } = await watchAll(options, judge, now);
  const { planned, findings } = observed(judge.conclude(problems), options.revision);
  const verdicts = judgeAll(planned, findings, options.knownFaults);
  emit({
    line: "case",
    case: observationCase,
    check: observationCase,
    startedMs: 0,
    endedMs: now(),
    observations: { ...judge.counts, writers: Object.fromEntries(judge.counts.writers) },
    ...(problems.length === 0 ? {} : { problem: problems.join("; ") }),
    findings,
  });
  for (const line of verdicts) emit(line);
  const footer: FooterLine = {
    line: "footer",
    endedAt: options.clock().toISOString(),
    durationMs: now(),
    interrupted: false,
    exchanges,
    leftBehind: 0,
    sums: sumOf(verdicts),
  };
  emit(footer);
  return { verdicts, footer };
}

interface Watched {
  readonly exchanges: number;
  readonly problems: readonly string[];
}

async function watchAll(
  options: ObserveOptions,
  judge: ObservationJudge,
  now: () => number,
): Promise<Watched> {
  const { target, settings, limits, emit, audience, signal } = options;
  const { kinds, namespace } = settings;
  // Each request and each stream adds a listener to the signal, so many listeners are not a leak.
  setMaxListeners(0, signal);
  let exchanges = 0;
  const ended = await Promise.all(
    kinds.map(async (kind) => {
      const observedKind = {
        target,
        kind,
        identity: options.identity,
        limits,
        now,
        ...(namespace === undefined ? {} : { namespace }),
        nextExchange: () => (exchanges += 1),
        trace: (trace: Trace): void => {
          emit(trace);
          const found = judge.take(trace, (event) => audience.event(event, judge.counts));
          for (const finding of found) audience.found(finding);
        },
        trouble: (problem: string | undefined): void => audience.trouble(kind, problem),
      };
      const problem = await observeKind(observedKind, signal);
      if (problem !== undefined) audience.trouble(kind, problem);
      return problem === undefined ? [] : [`${kind} cannot be watched: ${problem}`];
    }),
  );
  return { exchanges, problems: ended.flat() };
}

function headerOf(options: ObserveOptions): HeaderLine {
  const { target, settings, revision = newestRevision } = options;
  const { endpoint, protocol, dialect, features, identities, kinds, semantics } =
    target.description;
  return {
    line: "header",
    format: recordFormat,
    suite: options.suite,
    run: options.run,
    startedAt: options.clock().toISOString(),
    profile,
    revision,
    contract: contractDigest(profile, revision),
    target: {
      endpoint,
      protocol,
      dialect,
      features,
      identities,
      semantics,
      kinds: kinds
        .filter(({ name }) => settings.kinds.includes(name))
        .map(({ name, operations }) => ({ name, statusWrites: operations.updateStatus })),
    },
    seed: 0,
    concurrency: settings.kinds.length,
    only: [],
    skip: [],
    command: options.command,
    planned: { requirements: selectedRequirements({ profile, revision }).length, cases: 1 },
    observation: settings,
  };
}

/** Judges an observation from its record. */
export function observationFold(
  settings: ObservationSettings,
  revision: ProfileRevision | undefined,
): ObservationFold {
  const judge = new ObservationJudge(settings);
  return {
    take: (trace) => {
      judge.take(trace);
    },
    conclude: (problems) => observed(judge.conclude(problems), revision),
  };
}

function observed(
  { findings, silent }: ObservationOutcome,
  revision: ProfileRevision | undefined,
): Observed {
  const planned = selectedRequirements({ profile, revision }).map(({ requirement, level }) => {
    const reason = isControllerRequirement(requirement) ? silent.get(requirement) : undefined;
    const settled = reason === undefined ? {} : notApplicable(reason);
    return { requirement, level, checks: [observationCase], ...settled };
  });
  return { planned, findings: findings.map((finding) => ({ ...finding, case: observationCase })) };
}

function notApplicable(reason: string): Pick<PlannedRequirement, "settled"> {
  return { settled: { verdict: "not-applicable", reason } };
}
