import type { RequirementId } from "#contract";
import type { PlannedCase } from "./cases-of.ts";
import type { PlannedRequirement } from "./plan-run.ts";
import type { CaseFinding } from "../record/case-finding.ts";

const minShareMs = 500;

const unreached = "not reached: ";

const silent = `${unreached}the endpoint had not responded for `;

const refused = `${unreached}the endpoint had refused all connections for `;

export function reasonUnreached(budgetMs: number): string {
  return `${unreached}the time budget of ${secondsIn(budgetMs)} s was exhausted`;
}

export function reasonOutOfTime(timeLimitMs: number, isStarted: boolean): string {
  const limit = `the time limit of the run, ${secondsIn(timeLimitMs)} s, was reached`;
  return isStarted ? `not finished: ${limit}` : `${unreached}${limit}`;
}

export function reasonUnresponsive(silentMs: number): string {
  return `${silent}${secondsIn(silentMs)} s`;
}

export function reasonRateLimited(limitedMs: number, rejection: string): string {
  const forSeconds = `for ${secondsIn(limitedMs)} s`;
  return `${unreached}the endpoint had rejected all requests ${forSeconds} because of their rate: ${rejection}`;
}

export function reasonUnreachable(refusedMs: number): string {
  return `${refused}${Math.floor(secondsIn(refusedMs))} s`;
}

const timedOut = "timed out after ";

/** @param rejection The rejection by a rate limit that the endpoint sent last, if it answered nothing since. */
export function reasonTimedOut(allowedMs: number, rejection?: string): string {
  const after = `${timedOut}${allowedMs} ms`;
  return rejection === undefined
    ? `${after}; --timeout SECONDS allows more time`
    : `${after}, while the endpoint rejected all requests because of their rate: ${rejection}`;
}

/** Whether a case exceeded its own time limit. */
export function isTimedOut(problem: string | undefined): boolean {
  return problem?.startsWith(timedOut) === true;
}

/** Whether a case did not start because the endpoint had stopped responding. */
export function isUnreachedInSilence(problem: string | undefined): boolean {
  return problem?.startsWith(silent) === true || problem?.startsWith(refused) === true;
}

function secondsIn(durationMs: number): number {
  return durationMs / 1000;
}

/** Returns why a case did not start. Undefined for any other problem. */
export function unreachedBecause(problem: string | undefined): string | undefined {
  return problem?.startsWith(unreached) === true ? problem.slice(unreached.length) : undefined;
}

export function isBudgeted({ check }: PlannedCase): boolean {
  return check.phase === "property" || check.phase === "history";
}

/**
 * Sorts cases that share a time budget. Cases that cover a MUST come first; among these, those whose requirement the
 * scenarios exercised least. Ties keep the planned order.
 */
export function byPriority(
  cases: readonly PlannedCase[],
  found: readonly CaseFinding[],
  requirements: readonly Pick<PlannedRequirement, "level" | "requirement">[],
): readonly PlannedCase[] {
  const musts = new Set(
    requirements.filter(({ level }) => level === "MUST").map(({ requirement }) => requirement),
  );
  const exercised = new Map<RequirementId, number>();
  for (const finding of found) {
    if (finding.result !== "held") continue;
    const { requirement, instances } = finding;
    exercised.set(requirement, (exercised.get(requirement) ?? 0) + instances);
  }
  const ranked = cases.map((planned) => {
    const covered = planned.check.covers.filter((requirement) => musts.has(requirement));
    const counts = covered.map((requirement) => exercised.get(requirement) ?? 0);
    return { planned, least: Math.min(...counts) };
  });
  return ranked
    .toSorted((left, right) => compare(left.least, right.least))
    .map(({ planned }) => planned);
}

/**
 * Compares two minimums. Cases that cover no MUST have an infinite minimum, and the difference of two infinities is
 * NaN.
 */
function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

export class Budget {
  readonly #untilMs: number;
  readonly #lanes: number;
  readonly #now: () => number;
  #left: number;

  constructor(
    budgetMs: number,
    cases: { readonly count: number; readonly concurrency: number },
    now: () => number,
  ) {
    this.#untilMs = now() + budgetMs;
    this.#left = cases.count;
    this.#lanes = Math.max(1, Math.min(cases.concurrency, cases.count));
    this.#now = now;
  }

  /** Returns the next case's share in milliseconds, or undefined if nothing is left. */
  next(): number | undefined {
    const remainingMs = this.#untilMs - this.#now();
    const rounds = Math.ceil(this.#left / this.#lanes);
    this.#left -= 1;
    if (remainingMs <= 0) return undefined;
    const shareMs = Math.max(minShareMs, remainingMs / Math.max(1, rounds));
    // Timers support only whole milliseconds.
    return Math.ceil(Math.min(remainingMs, shareMs));
  }
}
