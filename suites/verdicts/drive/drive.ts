import { Rendezvous, Turns } from "#harness";
import type { Companions, KindDescription, ProofBudget } from "#harness";
import { isAboutControllers, withoutDisturbed } from "../judging/disturbed-kinds.ts";
import { inDrivingOrder } from "../plan/case-order.ts";
import type { PlannedCase } from "../plan/cases-of.ts";
import type { Plan } from "../plan/plan-run.ts";
import { Budget, byPriority, isBudgeted, reasonUnreached } from "../plan/time-budget.ts";
import { inWorkerPool } from "../plan/worker-pool.ts";
import { isFailure } from "../record/case-finding.ts";
import type { CaseFinding } from "../record/case-finding.ts";
import type { CaseLine, EndedCase } from "../record/record.ts";
import { driveCase } from "./drive-case.ts";
import type { CaseOptions } from "./drive-case.ts";
import { findOtherWriters } from "./find-other-writers.ts";
import { casesToRepeat, casesToRescue } from "./reruns.ts";
import type { RunOptions } from "./run-options.ts";
import { Silence } from "./silence.ts";

export interface DriveOptions
  extends
    Omit<CaseOptions, "attempt" | "isAlone" | "missing">,
    Pick<RunOptions, "attempts" | "concurrencyLimits" | "emit" | "keepObjects"> {
  readonly plan: Plan;
  readonly concurrency: () => number;
}

type Preparation = Pick<CaseOptions, "missing">;

/** Runs all cases of a plan with adaptive concurrency. Resolves with the finished cases of all attempts. */
export async function driveAll(
  given: Omit<DriveOptions, "silence">,
): Promise<readonly EndedCase[]> {
  const { limits, now, session } = given;
  const silence = new Silence({ recorder: session.recorder, limits, now });
  const options = { ...given, silence };
  const ended: EndedCase[] = [];
  const prepared = { ...options, ...(await prepare(options)) };
  const end = (line: CaseLine): void => {
    options.emit(line);
    ended.push({ case: line.case, findings: line.findings });
  };
  const driveOne = async (planned: PlannedCase): Promise<void> =>
    end(await driveCase(planned, prepared));
  await inWorkerPool(options.plan.cases.filter(isFirst), options, driveOne);
  const cases = options.plan.cases.filter(isAmongOthers);
  const { proofBudget } = options;
  if (proofBudget?.budgetMs === undefined) {
    // The limit for cases does not count the clients of histories. At or below the default concurrency, requests that
    // remove objects would delay these clients.
    const hasRoom = (): boolean => options.concurrency() > options.concurrencyLimits.usual;
    await using removal = new BackgroundRemoval(options, hasRoom);
    const poolOptions = { ...options, onLastStarted: () => removal.begin() };
    await inWorkerPool(inDrivingOrder(cases, hasRoom), poolOptions, async (planned) => {
      await driveOne(planned);
      removal.goOn();
    });
  } else {
    const budgeted = { ...proofBudget, budgetMs: proofBudget.budgetMs };
    await inBudget(cases, { ...prepared, proofBudget: budgeted }, { ended, end });
  }
  await inWorkerPool(options.plan.cases.filter(isLast), options, driveOne);
  await driveIdle(prepared, end);
  await rerunCases(ended, prepared, end);
  await driveStops(prepared, end);
  return ended;
}

/** Runs the cases that stop the server or the controller, one group at a time. */
async function driveStops(
  options: DriveOptions & Preparation,
  end: (line: CaseLine) => void,
): Promise<void> {
  const single = { ...options, concurrency: (): number => 1 };
  const driveMember = async (planned: PlannedCase, more: MemberOptions): Promise<CaseLine> => {
    const line = await driveCase(planned, { ...options, ...more });
    end(line);
    return line;
  };
  const grouping = { most: options.concurrency(), isShared: meetsCompanions };
  const groups = groupCases(options.plan.cases.filter(stopsServer), grouping);
  await inWorkerPool(groups, single, async (group) => {
    if (!isOfControllers(group)) return void (await driveGroup(group, driveMember));
    await options.session.removeEnded(() => false);
    const failed = failedIn(await driveGroup(group, driveMember));
    if (failed.length === 0 || !isInTime(options)) return;
    for (const { name } of failed) await options.session.removeOwned(name);
    await driveGroup(failed, (planned, more) =>
      driveMember(planned, { ...more, attempt: 2, isAlone: true }),
    );
  });
}

/**
 * Removes the objects of finished cases while the last cases run, if the target has spare capacity and the final
 * removal would take a request per object. Disposing stops it.
 */
class BackgroundRemoval implements AsyncDisposable {
  readonly #options: DriveOptions;
  readonly #hasRoom: () => boolean;
  #hasBegun = false;
  #isOver = false;
  #removed: Promise<void> = Promise.resolve();

  constructor(options: DriveOptions, hasRoom: () => boolean) {
    this.#options = options;
    this.#hasRoom = hasRoom;
  }

  begin(): void {
    const { keepObjects, session } = this.#options;
    this.#hasBegun = keepObjects !== true && !session.recorder.removesCollections;
    this.goOn();
  }

  goOn(): void {
    if (!this.#hasBegun) return;
    const { session } = this.#options;
    const isEnough = (): boolean => this.#isOver || !this.#hasRoom();
    this.#removed = this.#removed.then(() => session.removeEnded(isEnough));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#removed;
  }
}

/**
 * Limit for lost cases. If consecutive failed cases together take as long as this number of time limits, the target
 * counts as unavailable. If this number of consecutive cases receives no watch events although no other case is
 * running, later watches are not expected to deliver events either.
 */
const maxLost = 3;

/**
 * Reruns cases that have violations or no result, with new objects and the same seed. The last rerun is sequential, to
 * exclude violations that concurrent cases cause. Cases without a result are rerun even with `attempts: 1`, because
 * their requirements would be inconclusive.
 */
async function rerunCases(
  ended: readonly EndedCase[],
  options: DriveOptions & Preparation,
  end: (line: CaseLine) => void,
): Promise<void> {
  const { attempts = 1, limits, missing, plan, session } = options;
  if (options.noticed !== undefined) {
    const doubtful = doubtfulKinds(ended, plan);
    const usable = doubtful.filter(({ isRuntime }) => !isRuntime || missing === undefined);
    await findOtherWriters(usable, options);
  }
  for (let attempt = 2; attempt <= Math.max(attempts, 2); attempt += 1) {
    const isLastTime = attempt >= attempts;
    const chosen =
      attempts === 1
        ? casesToRescue(ended, plan)
        : casesToRepeat(undisturbed(ended, options), plan, { isAlone: isLastTime });
    const cases = chosen.filter(({ kind }) => !kind.isRuntime || missing === undefined);
    const isAlone = (planned: PlannedCase): boolean => isLastTime || needsIdleTarget(planned);
    const driveAgain = async (planned: PlannedCase, number = attempt): Promise<CaseLine> => {
      await session.removeOwned(planned.name);
      const repeat = { ...options, ...proofBudgetOfRerun(planned, options), attempt: number };
      const line = await driveCase(planned, { ...repeat, isAlone: isAlone(planned) });
      end(line);
      return line;
    };
    const crowd = cases.filter((planned) => !isAlone(planned));
    await inWorkerPool(crowd, options, async (planned) => {
      if (isInTime(options)) await driveAgain(planned);
    });
    let lostMs = 0;
    let silent = 0;
    await inWorkerPool(
      cases.filter(isAlone),
      { ...options, concurrency: () => 1 },
      async (planned) => {
        if (!isInTime(options) || lostMs >= maxLost * limits.caseMs || silent >= maxLost) return;
        await session.renewEndedWatches();
        const numbers = isLastTime && silent === 0 ? [attempt, attempt + 1] : [attempt];
        const { findings, startedMs, endedMs } = await driveUntilWatched(numbers, options, (one) =>
          driveAgain(planned, one),
        );
        const isLost = findings.some(isFailure);
        const isSilent = isLost && !findings.some(({ result }) => result === "errored");
        lostMs = isLost ? lostMs + endedMs - startedMs : 0;
        silent = isSilent ? silent + 1 : 0;
      },
    );
  }
}

/**
 * Makes attempts until one keeps its watches. A lost watch may have used an old connection, and its end is followed by
 * a new one.
 */
async function driveUntilWatched(
  [attempt = 1, ...later]: readonly number[],
  options: DriveOptions,
  drive: (attempt: number) => Promise<CaseLine>,
): Promise<CaseLine> {
  const line = await drive(attempt);
  if (later.length === 0 || !hasLostWatch(line) || !isInTime(options)) return line;
  await options.session.renewEndedWatches();
  return driveUntilWatched(later, options, drive);
}

/** Whether a lost watch left a case undecided, although its requests were answered. */
function hasLostWatch({ findings }: CaseLine): boolean {
  return (
    findings.some(isFailure) &&
    findings.every(({ result }) => result !== "errored") &&
    findings.some((finding) => finding.hasLostWatch === true)
  );
}

function doubtfulKinds(ended: readonly EndedCase[], { cases }: Plan): readonly KindDescription[] {
  const doubtful = new Set(
    ended
      .filter(({ findings }) =>
        findings.some(
          (finding) =>
            ["violated", "undecided"].includes(finding.result) && !isAboutControllers(finding),
        ),
      )
      .map((one) => one.case),
  );
  return [
    ...new Map(
      cases.filter(({ name }) => doubtful.has(name)).map(({ kind }) => [kind.name, kind]),
    ).values(),
  ];
}

/** Removes violations that another client may have caused. A rerun cannot settle them. */
function undisturbed(
  ended: readonly EndedCase[],
  { session, target }: Pick<CaseOptions, "session" | "target">,
): readonly EndedCase[] {
  const { runEvidence } = session.recorder;
  const { kinds } = target.description;
  return ended.map((line) => ({
    ...line,
    findings: withoutDisturbed(line.findings, runEvidence, kinds),
  }));
}

/**
 * Returns the budget of a rerun. The shared budget is exhausted by then, so a search gets the default number of inputs.
 */
function proofBudgetOfRerun(
  { check }: PlannedCase,
  { proofBudget }: DriveOptions,
): Pick<DriveOptions, "proofBudget"> {
  if (proofBudget === undefined || check.phase !== "property") return {};
  const { budgetMs: _, ...rest } = proofBudget;
  return { proofBudget: rest };
}

/**
 * Whether the cases test a controller. A controller would also act on the objects of finished cases, and would have to
 * list and reconcile them after each restart.
 */
function isOfControllers(group: readonly PlannedCase[]): boolean {
  return group.some(meetsCompanions);
}

function isFirst({ check }: PlannedCase): boolean {
  return check.isFirst === true;
}

function isLast({ check }: PlannedCase): boolean {
  return check.isLast === true;
}

function isAmongOthers(planned: PlannedCase): boolean {
  return [isFirst, isLast, needsIdleTarget, stopsServer].every((isApart) => !isApart(planned));
}

function needsIdleTarget({ check }: PlannedCase): boolean {
  return check.isAlone === true;
}

/** Whether a case stops the server, so that no case of another check can run at the same time. */
function stopsServer({ check }: PlannedCase): boolean {
  return check.phase === "restart";
}

/**
 * Runs the properties and histories last. They share the time budget, which starts when the other cases have finished.
 */
async function inBudget(
  cases: readonly PlannedCase[],
  options: DriveOptions &
    Preparation & { readonly proofBudget: ProofBudget & { readonly budgetMs: number } },
  { ended, end }: { readonly ended: readonly EndedCase[]; readonly end: (line: CaseLine) => void },
): Promise<void> {
  const { proofBudget } = options;
  const free = cases.filter((planned) => !isBudgeted(planned));
  await inWorkerPool(free, options, async (planned) => end(await driveCase(planned, options)));
  const found = ended.flatMap(({ findings }) => findings);
  const costly = byPriority(cases.filter(isBudgeted), found, options.plan.requirements);
  const counted = { count: costly.length, concurrency: options.concurrency() };
  const budget = new Budget(proofBudget.budgetMs, counted, options.now);
  await inWorkerPool(costly, options, async (planned) => {
    const budgetMs = budget.next();
    const share = { ...options, proofBudget: { ...proofBudget, budgetMs: budgetMs ?? 0 } };
    end(budgetMs === undefined ? unreachedCase(planned, options) : await driveCase(planned, share));
  });
}

function unreachedCase({ name, check }: PlannedCase, options: DriveOptions): CaseLine {
  const at = options.now();
  const findings = check.covers.map((requirement): CaseFinding => ({
    result: "held",
    requirement,
    instances: 0,
    evidence: [],
    case: name,
  }));
  const problem = reasonUnreached(options.proofBudget?.budgetMs ?? 0);
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

/** Creates the prerequisites of kinds that are registered for the run, if any case uses such a kind. */
async function prepare({ plan, session }: DriveOptions): Promise<Preparation> {
  if (!plan.cases.some(({ kind }) => kind.isRuntime)) return {};
  const missing = await session.prepare();
  return missing === undefined ? {} : { missing };
}

function meetsCompanions({ check }: PlannedCase): boolean {
  return check.meetsCompanions === true;
}

function takesTurns({ check }: PlannedCase): boolean {
  return check.takesTurns === true;
}

/** Maximum number of cases that take turns. There are few, because a server may end a watch without events. */
const mostInTurns = 8;

/** Runs the cases that need an idle target, one at a time or in turns. */
async function driveIdle(
  options: DriveOptions & Preparation,
  end: (line: CaseLine) => void,
): Promise<void> {
  const groups = groupCases(options.plan.cases.filter(needsIdleTarget), {
    most: Math.min(mostInTurns, options.concurrency()),
    isShared: takesTurns,
  });
  await inWorkerPool(groups, { ...options, concurrency: () => 1 }, async (group) => {
    const turns = new Turns(group.map(({ name }) => name));
    await Promise.all(
      group.map(async (planned) => {
        try {
          end(await driveCase(planned, { ...options, turns }));
        } finally {
          turns.leave(planned.name);
        }
      }),
    );
  });
}

interface Grouping {
  readonly most: number;
  /** Whether a case may run at the same time as others of its check, because they wait for each other. */
  readonly isShared: (planned: PlannedCase) => boolean;
}

/** Groups consecutive cases of one check if they may run at the same time. Every other case forms its own group. */
function groupCases(
  cases: readonly PlannedCase[],
  { most, isShared }: Grouping,
): readonly (readonly PlannedCase[])[] {
  const groups: PlannedCase[][] = [];
  for (const planned of cases) {
    const last = groups.at(-1);
    const isCompanion = isShared(planned) && last?.[0]?.check.id === planned.check.id;
    if (last !== undefined && isCompanion && last.length < most) last.push(planned);
    else groups.push([planned]);
  }
  return groups;
}

type MemberOptions = Pick<CaseOptions, "attempt" | "companions" | "isAlone">;

interface EndedMember {
  readonly planned: PlannedCase;
  readonly line: CaseLine;
}

async function driveGroup(
  group: readonly PlannedCase[],
  drive: (planned: PlannedCase, more: MemberOptions) => Promise<CaseLine>,
): Promise<readonly EndedMember[]> {
  const [only, ...others] = group;
  if (only === undefined) return [];
  if (others.length === 0) return [{ planned: only, line: await drive(only, {}) }];
  const rendezvous = new Rendezvous(group.map(({ kind }) => kind.name));
  const companions: Companions = {
    meet: ({ kind, signal }, place) => rendezvous.meet(kind.name, place, signal),
  };
  return await Promise.all(
    group.map(async (planned) => {
      try {
        return { planned, line: await drive(planned, { companions }) };
      } finally {
        rendezvous.leave(planned.kind.name);
      }
    }),
  );
}

/** Returns the cases without a result because the suite, the connection or the start of the controller failed. */
function failedIn(members: readonly EndedMember[]): readonly PlannedCase[] {
  return members.flatMap(({ planned, line }) =>
    "problem" in line && line.findings.some(isFailure) ? [planned] : [],
  );
}

/** Whether further cases can run: the time limit is not reached, and the target responds. */
function isInTime({ now, silence, timeLimitMs = Infinity }: DriveOptions): boolean {
  return now() < timeLimitMs && silence.reason === undefined;
}
