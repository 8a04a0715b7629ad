import type { CheckPhase } from "#harness";
import type { PlannedCase } from "../plan/cases-of.ts";
import type { EndedCase } from "../record/record.ts";
import { isFailure } from "../record/case-finding.ts";
import { openRequirements } from "../plan/plan-run.ts";
import type { Plan } from "../plan/plan-run.ts";

/** Number of cases to rerun per violated requirement: enough to distinguish a race from a deterministic violation. */
const casesPerRequirement = 3;

export interface RerunOptions {
  /** Whether cases are rerun sequentially. One case per requirement is then enough. */
  readonly isAlone?: boolean;
}

/**
 * Maximum number of failed cases to rerun concurrently, as a number and a percentage. More failures indicate an
 * unavailable or overloaded target, so these cases are rerun sequentially.
 */
const mostFailed = { atLeast: 3, percent: 10 };

/**
 * Returns the cases to rerun sequentially: those in which the suite or the connection failed in every attempt. Excludes
 * cases that kill the server.
 */
export function casesToRescue(ended: readonly EndedCase[], plan: Plan): readonly PlannedCase[] {
  const failed = failedOf(aboutOpen(ended, plan), plan, ["scenario", "property", "history"]);
  return plan.cases.filter((planned) => failed.has(planned));
}

/**
 * Returns the cases to rerun: those with violations that may be flaky, and those in which the suite or the connection
 * failed in every attempt. If not sequential, the latter are only rerun if there are few of them. A property retries
 * violations and failed connections itself, so it is only rerun sequentially, and only if it has no result. Cases that
 * kill the server are not rerun.
 */
export function casesToRepeat(
  ended: readonly EndedCase[],
  plan: Plan,
  { isAlone = false }: RerunOptions = {},
): readonly PlannedCase[] {
  const about = aboutOpen(ended, plan);
  const broken = isAlone
    ? brokenOf(steadiestFirst(about), plan, 1)
    : brokenOf(about, plan, casesPerRequirement);
  const failed = isAlone
    ? new Set(casesToRescue(ended, plan))
    : fewOf(failedOf(about, plan, ["scenario"]), plan);
  return plan.cases.filter((planned) => broken.has(planned) || failed.has(planned));
}

/** Removes findings on requirements whose verdict is settled before the run. */
function aboutOpen(ended: readonly EndedCase[], plan: Plan): readonly EndedCase[] {
  const requirements = openRequirements(plan);
  return ended.map(({ case: name, findings }) => ({
    case: name,
    findings: findings.filter(({ requirement }) => requirements.has(requirement)),
  }));
}

function steadiestFirst(ended: readonly EndedCase[]): readonly EndedCase[] {
  const times = new Map<string, number>();
  for (const { case: name, findings } of ended) {
    const isBroken = findings.some(({ result }) => result === "violated");
    times.set(name, (times.get(name) ?? 0) + (isBroken ? 1 : 0));
  }
  return ended.toSorted(
    (left, right) => (times.get(right.case) ?? 0) - (times.get(left.case) ?? 0),
  );
}

function brokenOf(
  ended: readonly EndedCase[],
  plan: Plan,
  mostCases: number,
): ReadonlySet<PlannedCase> {
  const byName = casesByName(plan, ["scenario", "history"]);
  const counts = new Map<string, number>();
  const chosen = new Set<PlannedCase>();
  for (const { findings } of ended) {
    for (const { result, requirement, case: name } of findings) {
      const one = byName.get(name);
      if (result !== "violated" || one === undefined) continue;
      const count = counts.get(requirement) ?? 0;
      if (count >= mostCases && !chosen.has(one)) continue;
      if (!chosen.has(one)) counts.set(requirement, count + 1);
      chosen.add(one);
    }
  }
  return chosen;
}

function failedOf(
  ended: readonly EndedCase[],
  plan: Plan,
  phases: readonly CheckPhase[],
): ReadonlySet<PlannedCase> {
  const failed = new Set<string>();
  const sound = new Set<string>();
  for (const { case: name, findings } of ended) {
    (findings.some(isFailure) ? failed : sound).add(name);
  }
  const names = [...failed].filter((name) => !sound.has(name));
  const byName = casesByName(plan, phases);
  return new Set(names.flatMap((name) => byName.get(name) ?? []));
}

function fewOf(failed: ReadonlySet<PlannedCase>, { cases }: Plan): ReadonlySet<PlannedCase> {
  const most = Math.max(mostFailed.atLeast, (cases.length * mostFailed.percent) / 100);
  return failed.size > most ? new Set() : failed;
}

function casesByName(
  { cases }: Plan,
  phases: readonly CheckPhase[],
): ReadonlyMap<string, PlannedCase> {
  const repeatable = cases.filter(({ check }) => phases.includes(check.phase ?? "scenario"));
  return new Map(repeatable.map((one) => [one.name, one]));
}
