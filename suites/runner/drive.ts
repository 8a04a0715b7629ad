import { setMaxListeners } from "node:events";
import { errored, SetupFailed } from "#harness";
import type { Finding, JudgeContext, MissingPrerequisite, Session } from "#harness";
import type { Plan, PlannedCase } from "./plan.ts";
import type { CaseLine } from "./record.ts";
import type { RunOptions } from "./run.ts";
import type { CaseFinding } from "./verdict.ts";

/** What driving needs beside the options of the run. */
export interface DriveOptions extends Pick<
  RunOptions,
  "concurrency" | "emit" | "limits" | "signal" | "target"
> {
  readonly plan: Plan;
  readonly session: Session;
  /** Milliseconds since the run began. */
  readonly now: () => number;
}

interface Preparation {
  /** Why cases on kinds that are registered for the run cannot run; absent where they can. */
  readonly missing?: MissingPrerequisite;
}

/** What is remembered of a case: its observations are in the record, and would fill the memory. */
export type EndedCase = Pick<CaseLine, "case" | "findings">;

/** Drives and judges all cases of a plan, `concurrency` of them at a time. */
export async function driveAll(options: DriveOptions): Promise<readonly EndedCase[]> {
  const ended: EndedCase[] = [];
  const preparation = await prepare(options);
  const queue = options.plan.cases.values();
  const work = async (): Promise<void> => {
    for (const planned of queue) {
      if (options.signal.aborted) return;
      const line = await driveCase(planned, { ...options, ...preparation });
      options.emit(line);
      ended.push({ case: line.case, findings: line.findings });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, work));
  return ended;
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
    };

async function driveCase(
  planned: PlannedCase,
  options: DriveOptions & Preparation,
): Promise<CaseLine> {
  const { now } = options;
  const startedMs = now();
  const { missing } = options;
  const isBarred = planned.kind.isRuntime && missing !== undefined;
  const ending = isBarred ? endingWithout(missing) : await drive(planned, options);
  const findings = judge(planned, ending, options);
  const common = {
    line: "case",
    case: planned.name,
    check: planned.check.id,
    startedMs,
    endedMs: now(),
    findings: findings.map((finding): CaseFinding => ({ ...finding, case: planned.name })),
  } as const;
  return "problem" in ending
    ? { ...common, problem: ending.problem }
    : { ...common, observations: ending.observations };
}

async function drive(planned: PlannedCase, options: DriveOptions): Promise<Ending> {
  const { name, check, kind, via } = planned;
  const limit = AbortSignal.timeout(options.limits.caseMs);
  const signal = AbortSignal.any([options.signal, limit]);
  // Every request under way listens; many at the same time are no leak, of which Node would warn.
  setMaxListeners(0, signal);
  await using opened = options.session.open({ name, kind, via, signal });
  try {
    const observations = await check.drive(opened.context);
    if (options.signal.aborted) return { problem: "the run was interrupted", result: "undecided" };
    if (!limit.aborted) return { observations };
    return { problem: `not done within ${options.limits.caseMs} ms`, result: "errored" };
  } catch (error) {
    return endingOf(error, options.signal);
  }
}

function endingWithout({ problem, isError, exchange }: MissingPrerequisite): Ending {
  return { problem, result: isError ? "errored" : "undecided", exchange };
}

function endingOf(error: unknown, signal: AbortSignal): Ending {
  if (signal.aborted) return { problem: "the run was interrupted", result: "undecided" };
  if (error instanceof SetupFailed) {
    const { exchange, outcome } = error.step;
    const result = outcome.result === "unknown" ? "errored" : "undecided";
    return { problem: error.message, result, exchange };
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { problem: `the check itself failed: ${text}`, result: "errored" };
}

function judge(planned: PlannedCase, ending: Ending, options: DriveOptions): readonly Finding[] {
  const { check } = planned;
  if ("problem" in ending) {
    const { problem: reason, result, exchange } = ending;
    const evidence = exchange === undefined ? [] : [exchange];
    return check.covers.map((requirement) => ({ result, requirement, reason, evidence }));
  }
  const { semantics, features } = options.target.description;
  return judgeSafely(planned, ending.observations, { semantics, features });
}

/** A judge that throws, or is silent on what it covers, is a defect of the suite, never of the target. */
function judgeSafely(
  planned: PlannedCase,
  observations: unknown,
  context: JudgeContext,
): readonly Finding[] {
  const { check } = planned;
  try {
    const findings = check.judge(observations, context);
    const silent = check.covers.filter(
      (requirement) => !findings.some((finding) => finding.requirement === requirement),
    );
    return [
      ...findings,
      ...silent.map((requirement) =>
        errored(requirement, "the judge of the check is silent about it", []),
      ),
    ];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return check.covers.map((requirement) =>
      errored(requirement, `the judge of the check failed: ${text}`, []),
    );
  }
}
