import {
  excusingLostResponses,
  FixtureRefused,
  HookFailed,
  scopedSignal,
  SetupFailed,
  WritesSpent,
} from "#harness";
import type {
  CaseEvidence,
  Companions,
  Finding,
  JudgeContext,
  MissingPrerequisite,
  Noticed,
  OpenCase,
  Session,
  Turns,
} from "#harness";
import type { RequirementId } from "#contract";
import type { PlannedCase } from "../plan/cases-of.ts";
import { caseFindingOf, judgeCase } from "../judging/judge-case.ts";
import { deviationOf, excusedOf, excuseFor, semanticsOf } from "../record/declared-semantics.ts";
import { reasonOutOfTime, reasonTimedOut } from "../plan/time-budget.ts";
import type { CaseLine } from "../record/record.ts";
import { confirmReads } from "./confirm-reads.ts";
import { slowedWork } from "./prolonged-work.ts";
import type { RunOptions } from "./run-options.ts";
import type { Silence } from "./silence.ts";

export interface CaseOptions extends Pick<
  RunOptions,
  "proofBudget" | "hasHistoryFiles" | "limits" | "signal" | "target" | "timeLimitMs"
> {
  readonly session: Session;
  /** Whether the target still responds. */
  readonly silence: Silence;
  /** The requirements that the cases of the run decide. Findings on others are dropped. */
  readonly open: ReadonlySet<RequirementId>;
  /** Collects the faults that the checks would have detected. If absent, passes are not tested for sensitivity. */
  readonly noticed?: Noticed | undefined;
  /** Milliseconds since the run started. */
  readonly now: () => number;
  /** Why cases on kinds that are registered for the run cannot run. Absent if they can. */
  readonly missing?: MissingPrerequisite;
  /** Number of the attempt, from 2. Absent for the first attempt. */
  readonly attempt?: number;
  readonly isAlone?: boolean;
  /** The cases that run at the same time and wait for this one. */
  readonly companions?: Companions;
  /** The cases that run at the same time, except in the parts that need an idle target. */
  readonly turns?: Turns;
}

type Ending = { readonly hasLostWatch?: boolean } & (
  | { readonly observations: unknown }
  | {
      readonly problem: string;
      readonly result: "undecided" | "errored";
      readonly exchange?: number;
      readonly isBarred?: true;
    }
);

/** Drives and judges one case. Resolves with its line in the record. Never rejects, because the line reports errors. */
export async function driveCase(planned: PlannedCase, options: CaseOptions): Promise<CaseLine> {
  const { now, attempt, isAlone, missing, session, silence } = options;
  const startedMs = now();
  const isBarred = planned.kind.isRuntime && missing !== undefined;
  const silent = silence.reason;
  const ending = isBarred
    ? endingWithout(missing)
    : await (silent === undefined ? driveInTime(planned, options) : endingInSilence(silent));
  const findings = judge(planned, ending, options);
  session.recorder.runEvidence.forget(planned.name);
  const semantics = deviationOf(planned.kind, planned.via);
  const excused = excusedOf(planned.check.covers, planned.kind, planned.via);
  const { hasHistoryFiles } = options;
  const { hasLostWatch } = ending;
  const origin = { case: planned.name, attempt, isAlone, hasLostWatch, hasHistoryFiles };
  const common = {
    line: "case",
    case: planned.name,
    check: planned.check.id,
    ...(attempt === undefined ? {} : { attempt }),
    startedMs,
    endedMs: now(),
    findings: findings.map((finding) => caseFindingOf(finding, origin, session)),
    ...(semantics === undefined ? {} : { semantics }),
    ...(excused.length === 0 ? {} : { excused }),
  } as const;
  silence.ended(common);
  return "problem" in ending
    ? { ...common, problem: ending.problem }
    : { ...common, observations: ending.observations };
}

function endingInSilence(problem: string): Ending {
  return { problem, result: "errored" };
}

async function driveInTime(planned: PlannedCase, options: CaseOptions): Promise<Ending> {
  const { timeLimitMs, now, signal } = options;
  if (timeLimitMs === undefined) return driveSeen(planned, options);
  const leftMs = Math.ceil(timeLimitMs - now());
  const outOfTime = (isStarted: boolean): Ending => ({
    problem: reasonOutOfTime(timeLimitMs, isStarted),
    result: "undecided",
  });
  if (leftMs <= 0) return outOfTime(false);
  using time = scopedSignal({ limitMs: leftMs, within: [signal] });
  const ending = await driveSeen(planned, { ...options, signal: time.signal });
  return time.isOver && !signal.aborted ? outOfTime(true) : ending;
}

async function driveSeen(planned: PlannedCase, options: CaseOptions): Promise<Ending> {
  const { name, check, kind, via, vias } = planned;
  const { turns } = options;
  const allowedMs = options.limits.caseMs * (turns?.size ?? 1) + soakMs(check, options);
  using limit = scopedSignal({
    limitMs: allowedMs,
    isProlonged: slowedWork(options),
    within: [options.signal],
  });
  await using opened = options.session.open({
    name,
    kind,
    via,
    ...(vias === undefined ? {} : { vias }),
    signal: limit.signal,
    ...(options.proofBudget === undefined ? {} : { proofBudget: options.proofBudget }),
    ...(options.companions === undefined ? {} : { companions: options.companions }),
    ...(turns === undefined ? {} : { turns }),
  });
  const ending = await drive(check, opened, { ...options, allowedMs, limit });
  if ((check.phase ?? "scenario") === "scenario" && !("problem" in ending)) {
    const caseEvidence = options.session.recorder.runEvidence.of(name);
    await confirmReads(opened.context, caseEvidence).catch(() => undefined);
  }
  return { ...ending, hasLostWatch: opened.watches.hasLost };
}

async function drive(
  check: PlannedCase["check"],
  opened: OpenCase,
  { allowedMs, limit, ...options }: CaseOptions & Allowed,
): Promise<Ending> {
  const { recorder } = options.session;
  try {
    const observations = await check.drive(opened.context);
    const { first: refused } = opened.refused;
    if (refused !== undefined) return endingOf(refused, options.signal);
    if (options.signal.aborted) return { problem: "the run was interrupted", result: "undecided" };
    if (!limit.isOver) return { observations };
    return timedOut(allowedMs, recorder.rateLimit);
  } catch (error) {
    const isAborted = limit.isOver && !options.signal.aborted;
    return isAborted && error instanceof SetupFailed && error.isLost
      ? { ...timedOut(allowedMs, recorder.rateLimit), exchange: error.step.exchange }
      : endingOf(error, options.signal);
  }
}

function timedOut(
  allowedMs: number,
  rateLimit: string | undefined,
): Extract<Ending, { readonly problem: string }> {
  return { problem: reasonTimedOut(allowedMs, rateLimit), result: "errored" };
}

interface Allowed {
  readonly allowedMs: number;
  readonly limit: { readonly isOver: boolean };
}

/** Returns the budget of a property or history in milliseconds, by which the time limit of the case is extended. */
function soakMs(check: PlannedCase["check"], { proofBudget }: CaseOptions): number {
  if (check.phase === "history") return proofBudget?.stressMs ?? proofBudget?.budgetMs ?? 0;
  return check.phase === "property" ? (proofBudget?.budgetMs ?? 0) : 0;
}

function endingWithout({ problem, isError, exchange }: MissingPrerequisite): Ending {
  const sent = exchange === undefined ? {} : { exchange };
  return isError
    ? { problem, result: "errored", ...sent }
    : { problem, result: "undecided", ...sent, isBarred: true };
}

function endingOf(error: unknown, signal: AbortSignal): Ending {
  if (signal.aborted) return { problem: "the run was interrupted", result: "undecided" };
  if (error instanceof SetupFailed) {
    const { exchange } = error.step;
    const problem = error.message;
    if (error.isLost) return { problem, result: "errored", exchange };
    const ending = { problem, result: "undecided", exchange } as const;
    return error instanceof FixtureRefused ? { ...ending, isBarred: true } : ending;
  }
  if (error instanceof WritesSpent) return { problem: error.message, result: "undecided" };
  if (error instanceof HookFailed) return { problem: error.message, result: "errored" };
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { problem: `the check itself failed: ${text}`, result: "errored" };
}

/**
 * Judges a case. Drops findings on requirements that are not in the profile, not selected, or excluded by the target's
 * declarations, because progress and `--max-failures` count every finding that is returned here.
 */
function judge(planned: PlannedCase, ending: Ending, options: CaseOptions): readonly Finding[] {
  const { description } = options.target;
  const semantics = semanticsOf(description, planned.kind, planned.via);
  const excused = excusedOf(planned.check.covers, planned.kind, planned.via);
  const context = { semantics, features: description.features };
  const caseEvidence = options.session.recorder.runEvidence.of(planned.name);
  const { noticed } = options;
  return findingsOf(planned, ending, { context, caseEvidence, noticed }).filter(
    ({ requirement }) =>
      options.open.has(requirement) &&
      excuseFor(requirement, semantics) === undefined &&
      !excused.includes(requirement),
  );
}

interface Judging extends Pick<CaseOptions, "noticed"> {
  readonly context: JudgeContext;
  readonly caseEvidence: CaseEvidence;
}

function findingsOf(
  { check }: PlannedCase,
  ending: Ending,
  { context, caseEvidence, noticed }: Judging,
): readonly Finding[] {
  if (!("problem" in ending)) {
    return judgeCase(check, { observations: ending.observations, caseEvidence, noticed }, context);
  }
  const { problem: reason, result, exchange, isBarred } = ending;
  const evidence = exchange === undefined ? [] : [exchange];
  const finding =
    result === "undecided" && isBarred === true
      ? ({ result, reason, evidence, isBarred } as const)
      : ({ result, reason, evidence } as const);
  const { covers, decides = covers } = check;
  const findings = covers.map((requirement) => ({
    ...finding,
    requirement,
    ...(decides.includes(requirement) ? {} : { isIncidental: true as const }),
  }));
  return excusingLostResponses(findings, caseEvidence.facts, check.phase);
}
