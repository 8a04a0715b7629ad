import { setMaxListeners } from "node:events";
import { FixtureRefused, HookFailed, SetupFailed, WritesSpent } from "#harness";
import type { Effort, Finding, JudgeContext, MissingPrerequisite, Session } from "#harness";
import { Budget, byPriority, isBudgeted, reasonUnreached } from "./budget.ts";
import { inDrivingOrder } from "./case-order.ts";
import type { PlannedCase } from "./cases-of.ts";
import { caseFindingOf, judgeCase } from "./judge-case.ts";
import { inLanes } from "./lanes.ts";
import type { Plan } from "./plan.ts";
import { deviationOf, excuseFor, semanticsOf } from "./presumptions.ts";
import type { CaseLine } from "./record.ts";
import type { RunOptions } from "./run.ts";
import { casesToRepeat } from "./second-look.ts";
import type { CaseFinding } from "./verdict.ts";

/** What driving needs beside the options of the run. */
export interface DriveOptions extends Pick<
  RunOptions,
  "attempts" | "breadth" | "effort" | "emit" | "limits" | "signal" | "target"
> {
  readonly plan: Plan;
  readonly session: Session;
  /** How many cases may be under way by now. */
  readonly atOnce: () => number;
  /** Milliseconds since the run began. */
  readonly now: () => number;
}

interface Preparation {
  /** Why cases on kinds that are registered for the run cannot run; absent where they can. */
  readonly missing?: MissingPrerequisite;
}

/** What is remembered of a case: its observations are in the record, and would fill the memory. */
export type EndedCase = Pick<CaseLine, "case" | "findings">;

/** Drives and judges all cases of a plan, as many at a time as the target is far. */
export async function driveAll(options: DriveOptions): Promise<readonly EndedCase[]> {
  const ended: EndedCase[] = [];
  const prepared = { ...options, ...(await prepare(options)) };
  const end = (line: CaseLine): void => {
    options.emit(line);
    ended.push({ case: line.case, findings: line.findings });
  };
  const driveOne = async (planned: PlannedCase): Promise<void> =>
    end(await driveCase(planned, prepared));
  await inLanes(options.plan.cases.filter(isFirst), options, driveOne);
  const cases = options.plan.cases.filter((planned) => !isFirst(planned) && !isAlone(planned));
  const { effort } = options;
  if (effort?.budgetMs === undefined) {
    // Clients of histories come on top of the cases under way, and would crowd out others where there is no room.
    const hasRoom = (): boolean => options.atOnce() > options.breadth.usual;
    await inLanes(inDrivingOrder(cases, hasRoom), options, driveOne);
  } else {
    const budgeted = { ...effort, budgetMs: effort.budgetMs };
    await inBudget(cases, { ...prepared, effort: budgeted }, { ended, end });
  }
  await lookAgain(ended, prepared, end);
  const last = options.plan.cases.filter(isAlone);
  await inLanes(last, { ...options, atOnce: () => 1 }, driveOne);
  return ended;
}

/** Drives the cases that broke something again, with fresh objects and the same seed. */
async function lookAgain(
  ended: readonly EndedCase[],
  options: DriveOptions & Preparation,
  end: (line: CaseLine) => void,
): Promise<void> {
  const again = casesToRepeat(ended, options.plan);
  for (let attempt = 2; attempt <= (options.attempts ?? 1); attempt += 1) {
    await inLanes(again, options, async (planned) =>
      end(await driveCase(planned, { ...options, attempt })),
    );
  }
}

function isFirst({ check }: PlannedCase): boolean {
  return check.isFirst === true;
}

/** Nobody else can work while the server is gone. */
function isAlone({ check }: PlannedCase): boolean {
  return check.phase === "restart";
}

/** Cases that could go on for ever share the time that is left for them, after all others. */
async function inBudget(
  cases: readonly PlannedCase[],
  options: DriveOptions & Preparation & { readonly effort: Effort & { readonly budgetMs: number } },
  { ended, end }: { readonly ended: readonly EndedCase[]; readonly end: (line: CaseLine) => void },
): Promise<void> {
  const { effort } = options;
  const free = cases.filter((planned) => !isBudgeted(planned));
  await inLanes(free, options, async (planned) => end(await driveCase(planned, options)));
  const found = ended.flatMap(({ findings }) => findings);
  const costly = byPriority(cases.filter(isBudgeted), found, options.plan.requirements);
  const counted = { count: costly.length, atOnce: options.atOnce() };
  const budget = new Budget(effort.budgetMs, counted, options.now);
  await inLanes(costly, options, async (planned) => {
    const budgetMs = budget.next();
    const share = { ...options, effort: { ...effort, budgetMs: budgetMs ?? 0 } };
    end(budgetMs === undefined ? unreachedCase(planned, options) : await driveCase(planned, share));
  });
}

/** A case that nobody drove says nothing for or against anything. */
function unreachedCase({ name, check }: PlannedCase, options: DriveOptions): CaseLine {
  const at = options.now();
  const findings = check.covers.map((requirement): CaseFinding => ({
    result: "held",
    requirement,
    instances: 0,
    evidence: [],
    case: name,
  }));
  const problem = reasonUnreached(options.effort?.budgetMs ?? 0);
  return {
    line: "case",
    case: name,
    check: check.id,
    startedMs: at,
    endedMs: at,
    problem,
    findings,
  };
}

/** A run without a case on such a kind registers none. */
async function prepare({ plan, session }: DriveOptions): Promise<Preparation> {
  if (!plan.cases.some(({ kind }) => kind.isRuntime)) return {};
  const missing = await session.prepare();
  return missing === undefined ? {} : { missing };
}

type Ending =
  | { readonly observations: unknown }
  | {
      readonly problem: string;
      readonly result: "undecided" | "errored";
      readonly exchange?: number;
      /** Where what the case needs was refused. */
      readonly isBarred?: true;
    };

async function driveCase(
  planned: PlannedCase,
  options: DriveOptions & Preparation & { readonly attempt?: number },
): Promise<CaseLine> {
  const { now, attempt, missing, session } = options;
  const startedMs = now();
  const isBarred = planned.kind.isRuntime && missing !== undefined;
  const ending = isBarred ? endingWithout(missing) : await drive(planned, options);
  const findings = judge(planned, ending, options);
  const semantics = deviationOf(planned.kind, planned.via);
  const origin = { case: planned.name, attempt };
  const common = {
    line: "case",
    case: planned.name,
    check: planned.check.id,
    ...(attempt === undefined ? {} : { attempt }),
    startedMs,
    endedMs: now(),
    findings: findings.map((finding) => caseFindingOf(finding, origin, session)),
    ...(semantics === undefined ? {} : { semantics }),
  } as const;
  return "problem" in ending
    ? { ...common, problem: ending.problem }
    : { ...common, observations: ending.observations };
}

async function drive(planned: PlannedCase, options: DriveOptions): Promise<Ending> {
  const { name, check, kind, via } = planned;
  const allowedMs = options.limits.caseMs + soakMs(check, options);
  const limit = AbortSignal.timeout(allowedMs);
  const signal = AbortSignal.any([options.signal, limit]);
  // Every request under way listens; many at the same time are no leak, of which Node would warn.
  setMaxListeners(0, signal);
  await using opened = options.session.open({
    name,
    kind,
    via,
    signal,
    ...(options.effort === undefined ? {} : { effort: options.effort }),
  });
  try {
    const observations = await check.drive(opened.context);
    if (options.signal.aborted) return { problem: "the run was interrupted", result: "undecided" };
    if (!limit.aborted) return { observations };
    return { problem: `not done within ${allowedMs} ms`, result: "errored" };
  } catch (error) {
    return endingOf(error, options.signal);
  }
}

/** For how long a proof was asked to go on, in milliseconds: that is no sign of being stuck. */
function soakMs(check: PlannedCase["check"], { effort }: DriveOptions): number {
  if (check.phase === "history") return effort?.stressMs ?? effort?.budgetMs ?? 0;
  return check.phase === "property" ? (effort?.budgetMs ?? 0) : 0;
}

function endingWithout({ problem, isError, exchange }: MissingPrerequisite): Ending {
  return isError
    ? { problem, result: "errored", exchange }
    : { problem, result: "undecided", exchange, isBarred: true };
}

function endingOf(error: unknown, signal: AbortSignal): Ending {
  if (signal.aborted) return { problem: "the run was interrupted", result: "undecided" };
  if (error instanceof SetupFailed) {
    const { exchange, outcome } = error.step;
    const problem = error.message;
    if (outcome.result === "unknown") return { problem, result: "errored", exchange };
    const ending = { problem, result: "undecided", exchange } as const;
    return error instanceof FixtureRefused ? { ...ending, isBarred: true } : ending;
  }
  if (error instanceof WritesSpent) return { problem: error.message, result: "undecided" };
  if (error instanceof HookFailed) return { problem: error.message, result: "errored" };
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { problem: `the check itself failed: ${text}`, result: "errored" };
}

/** What the target declares otherwise is not asked of it, whatever became of the case. */
function judge(planned: PlannedCase, ending: Ending, options: DriveOptions): readonly Finding[] {
  const { description } = options.target;
  const semantics = semanticsOf(description, planned.kind, planned.via);
  const context = { semantics, features: description.features };
  return findingsOf(planned, ending, context).filter(
    ({ requirement }) => excuseFor(requirement, semantics) === undefined,
  );
}

function findingsOf(
  { check }: PlannedCase,
  ending: Ending,
  context: JudgeContext,
): readonly Finding[] {
  if (!("problem" in ending)) return judgeCase(check, ending.observations, context);
  const { problem: reason, result, exchange, isBarred } = ending;
  const evidence = exchange === undefined ? [] : [exchange];
  const finding =
    result === "undecided" && isBarred === true
      ? ({ result, reason, evidence, isBarred } as const)
      : ({ result, reason, evidence } as const);
  return check.covers.map((requirement) => ({ ...finding, requirement }));
}
