import { counted, newestRevision } from "#contract";
import { Noticed, scopedSignal, Session } from "#harness";
import { applyBaseline } from "../baseline/apply-baseline.ts";
import type { BaselineOutcome } from "../baseline/apply-baseline.ts";
import { dayOf } from "../baseline/baseline-entries.ts";
import { withoutDisturbed } from "../judging/disturbed-kinds.ts";
import { judgeAll, withSensitivity } from "../judging/judge-all.ts";
import { possibleFaults } from "../judging/requirement-causes.ts";
import { AdaptiveConcurrency, sequencesAt } from "../plan/adaptive-concurrency.ts";
import { inReportOrder } from "../plan/case-order.ts";
import { openRequirements, planRun } from "../plan/plan-run.ts";
import type { Plan } from "../plan/plan-run.ts";
import { exchangesBefore, settleShard, shardPlan } from "../plan/shard.ts";
import type { CaseFinding } from "../record/case-finding.ts";
import { contractDigest } from "../record/digest.ts";
import { recordFormat } from "../record/record.ts";
import type { EndedCase, FooterLine, HeaderLine, VerdictLine } from "../record/record.ts";
import { sumOf } from "../record/record.ts";
import { driveAll } from "./drive.ts";
import { answeredWork } from "./prolonged-work.ts";
import { describeInferredLimit } from "./inferred-limit.ts";
import { RateLimitWatch } from "./rate-limit-watch.ts";
import { EnoughBroken } from "./run-options.ts";
import type { RunOptions } from "./run-options.ts";
import { findMisfit } from "./smoke.ts";

/** The result of a run, as its record contains it. */
export interface RunResult {
  readonly verdicts: readonly VerdictLine[];
  readonly footer: FooterLine;
}

/**
 * Plans and drives a run, judges it and cleans up. Apart from the error below, rejects only because of a bug in the
 * suite itself.
 *
 * @throws Misfit if `isTriedFirst` is set and the target rejects all valid requests of an operation.
 */
export async function runChecks(options: RunOptions): Promise<RunResult> {
  const { target, emit, signal, monotonicMs } = options;
  const beganMs = monotonicMs();
  const now = (): number => Math.round((monotonicMs() - beganMs) * 1000) / 1000;
  const whole = planRun({ ...options, target: target.description });
  const plan = shardPlan(whole, options.shard);
  emit(headerOf(options, plan, whole.cases.length));
  const concurrencyLimits = new AdaptiveConcurrency(options.concurrencyLimits);
  const rateLimit = rateLimitOf(options, plan, now);
  const concurrency = (): number => {
    const { replyTimes } = session.recorder;
    rateLimit.saw(replyTimes);
    return concurrencyLimits.after(replyTimes);
  };
  const session: Session = new Session({
    target,
    limits: options.limits,
    seed: options.seed,
    ...(options.proofBudget === undefined ? {} : { proofBudget: options.proofBudget }),
    run: options.run,
    ...(options.namePrefix === undefined ? {} : { namePrefix: options.namePrefix }),
    removalsAtOnce: options.concurrencyLimits.most,
    sequencesAtOnce: () => sequencesAt(concurrency()),
    trace: emit,
    now,
    ...(options.mostWrites === undefined ? {} : { mostWrites: options.mostWrites }),
    exchangesBefore: exchangesBefore(options.shard),
    signal,
  });
  if (options.isTriedFirst === true) await tryFirst(plan, session, options);
  const noticed = options.isUnquestioned === true ? undefined : noticedIn(options);
  const cases = await driveAll({
    ...options,
    emit: rateLimit.counting(emit),
    plan,
    open: openRequirements(plan),
    session,
    concurrency,
    now,
    noticed,
  });
  const leftBehind = options.keepObjects === true ? 0 : await cleanUp(session, options);
  await session[Symbol.asyncDispose]();
  rateLimit.end(session.recorder.replyTimes);
  const { lines, problems } = settle({ plan, cases, noticed, session }, options);
  for (const line of lines) emit(line);
  const footer = footerOf({ lines, problems, leftBehind, durationMs: now(), session }, options);
  emit(footer);
  return { verdicts: lines, footer };
}

function noticedIn({ omitsSensitivity }: Pick<RunOptions, "omitsSensitivity">): Noticed {
  return omitsSensitivity === true ? new Noticed(undefined, 0) : new Noticed();
}

interface Ended {
  readonly lines: readonly VerdictLine[];
  readonly problems: NonNullable<FooterLine["baselineProblems"]>;
  readonly leftBehind: number;
  readonly durationMs: number;
  readonly session: Session;
}

function footerOf(
  { lines, problems, leftBehind, durationMs, session }: Ended,
  { clock, shard, signal }: RunOptions,
): FooterLine {
  return {
    line: "footer",
    endedAt: clock().toISOString(),
    durationMs,
    ...stoppedBy(signal),
    exchanges: session.recorder.exchanges - exchangesBefore(shard),
    leftBehind,
    sums: sumOf(lines),
    ...remarksOf(session),
    ...(problems.length === 0 ? {} : { baselineProblems: problems }),
  };
}

function remarksOf({ recorder, limitedNames, ownContents }: Session): Pick<FooterLine, "remarks"> {
  const { inferredLimit, lostConnections, watchNotes } = recorder;
  const lost = `sent again after the connection was lost: ${counted(lostConnections, "read")}`;
  const remarks = [
    ...(inferredLimit === undefined ? [] : [describeInferredLimit(inferredLimit)]),
    ...(lostConnections === 0 ? [] : [lost]),
    ...watchNotes,
    ...limitedNames,
    ...ownContents,
  ];
  return remarks.length === 0 ? {} : { remarks };
}

async function tryFirst(plan: Plan, session: Session, options: RunOptions): Promise<void> {
  const { target, signal } = options;
  const misfit = await findMisfit({ plan, session, target, signal });
  if (misfit === undefined) return;
  await cleanUp(session, options);
  throw misfit;
}

function rateLimitOf(
  { onRateLimit, target }: RunOptions,
  { cases }: Plan,
  now: () => number,
): RateLimitWatch {
  return new RateLimitWatch({
    ...(onRateLimit === undefined ? {} : { onRateLimit }),
    planned: cases.length,
    declared: target.description.requestsPerSecond,
    now,
  });
}

async function cleanUp(
  session: Session,
  { limits: { cleanupMs: limitMs } }: Pick<RunOptions, "limits">,
): Promise<number> {
  using limit = scopedSignal({ limitMs, isProlonged: answeredWork({ session }) });
  return await session.cleanUp(limit.signal);
}

function stoppedBy({ aborted, reason }: AbortSignal): Pick<FooterLine, "enough" | "interrupted"> {
  return {
    interrupted: aborted,
    ...(reason instanceof EnoughBroken ? { enough: reason.broken } : {}),
  };
}

function headerOf(options: RunOptions, plan: Plan, cases: number): HeaderLine {
  const { endpoint, protocol, dialect, features, identities, kinds, semantics, ...rest } =
    options.target.description;
  const { shard, baseline, extensions = [], revision = newestRevision } = options;
  return {
    line: "header",
    format: recordFormat,
    suite: options.suite,
    run: options.run,
    startedAt: options.clock().toISOString(),
    profile: options.profile,
    revision,
    contract: contractDigest(options.profile, revision),
    ...(extensions.length === 0 ? {} : { extensions }),
    target: {
      endpoint,
      protocol,
      dialect,
      features,
      ...(rest.undeclared === undefined ? {} : { undeclared: rest.undeclared }),
      ...(rest.byHand === undefined ? {} : { byHand: rest.byHand }),
      ...(rest.remarks === undefined ? {} : { remarks: rest.remarks }),
      identities,
      ...(rest.credentials === undefined ? {} : { credentials: rest.credentials }),
      kinds: kinds.map(({ name, operations, guessedModes, words }) => ({
        name,
        statusWrites: operations.updateStatus,
        ...(guessedModes === undefined ? {} : { guessedModes }),
        ...(words === undefined ? {} : { words }),
      })),
      semantics,
      ...(rest.guessedSemantics === undefined ? {} : { guessedSemantics: rest.guessedSemantics }),
      ...(rest.schema === undefined ? {} : { schema: rest.schema }),
    },
    seed: options.seed,
    concurrency: options.concurrencyLimits.usual,
    only: options.selection.only,
    skip: options.selection.skip,
    command: options.command,
    planned: { requirements: plan.requirements.length, cases: plan.cases.length },
    ...(shard === undefined ? {} : { shard: { ...shard, cases } }),
    ...(baseline === undefined ? {} : { baseline }),
  };
}

interface Driven {
  readonly plan: Plan;
  readonly cases: readonly EndedCase[];
  readonly noticed: Noticed | undefined;
  readonly session: Session;
}

function settle({ plan, cases, noticed, session }: Driven, options: RunOptions): BaselineOutcome {
  const { baseline, clock, knownFaults, profile, selection, shard, signal, target } = options;
  const findings = [
    ...cases.flatMap((line) => line.findings),
    ...findingsOfUnrunCases(plan, cases),
  ];
  const reported = inReportOrder(
    withoutDisturbed(findings, session.recorder.runEvidence, target.description.kinds),
    options.checks,
  );
  const { description } = target;
  const faults = possibleFaults(knownFaults, { profile, target: description });
  const judged = judgeAll(plan.requirements, reported, faults);
  const lines = settleShard(
    withSensitivity(judged, (requirement) => noticed?.sensitivityOf(requirement)),
    shard,
  );
  if (baseline === undefined) return { lines, problems: [] };
  return applyBaseline(lines, baseline, {
    today: dayOf(clock().toISOString()),
    kinds: description.kinds.map(({ name, operations }) => ({
      name,
      statusWrites: operations.updateStatus,
    })),
    selection,
    isWhole: !signal.aborted && shard === undefined,
  });
}

/** Creates findings for cases that an interruption prevented, so that their requirements cannot pass. */
function findingsOfUnrunCases(plan: Plan, cases: readonly EndedCase[]): readonly CaseFinding[] {
  const ended = new Set(cases.map((line) => line.case));
  return plan.cases
    .filter(({ name }) => !ended.has(name))
    .flatMap(({ name, check }) =>
      check.covers.map((requirement): CaseFinding => ({
        result: "undecided",
        requirement,
        reason: "the run was stopped before this case",
        evidence: [],
        case: name,
      })),
    );
}
