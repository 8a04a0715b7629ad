import type { CheckPhase } from "#harness";
import type { PlannedCase } from "../plan/cases-of.ts";
import type { EndedCase } from "../record/record.ts";
import { isFailure } from "../record/case-finding.ts";
import type { Plan } from "../plan/plan.ts";

/** Of the cases that break one requirement, so many are looked at again: enough to tell a race from a rule. */
const casesPerRequirement = 3;

/** How cases are looked at again. */
export interface SecondLook {
  /** One after the other, with nothing else under way: of each requirement one is enough. */
  readonly isAlone?: boolean;
}

/**
 * So many cases may have failed to be looked at again while others are, and of a hundred so many. Of more the target
 * is gone, or has too much to do: they are tried alone.
 */
const mostFailed = { atLeast: 3, percent: 10 };

/** The cases in which each time the suite or the connection failed, to be tried alone: none is too long for that. */
export function casesToRescue(ended: readonly EndedCase[], plan: Plan): readonly PlannedCase[] {
  const failed = failedOf(aboutAsked(ended, plan), plan, ["scenario", "property", "history"]);
  return plan.cases.filter((planned) => failed.has(planned));
}

/**
 * The cases to look at again: those that broke what is asked of the target, and may come out otherwise the next time, and
 * those in which each time the suite or the connection failed: alone all of them, else a few. A property plays again
 * by itself what broke something, and a sequence whose connection failed; it is tried alone where it came to nothing
 * all the same. Nobody kills a server more often than it must.
 */
export function casesToRepeat(
  ended: readonly EndedCase[],
  plan: Plan,
  { isAlone = false }: SecondLook = {},
): readonly PlannedCase[] {
  const about = aboutAsked(ended, plan);
  const broken = isAlone
    ? brokenOf(steadiestFirst(about), plan, 1)
    : brokenOf(about, plan, casesPerRequirement);
  const failed = isAlone
    ? new Set(casesToRescue(ended, plan))
    : fewOf(failedOf(about, plan, ["scenario"]), plan);
  return plan.cases.filter((planned) => broken.has(planned) || failed.has(planned));
}

/** What ended cases found about requirements that are not settled before. */
function aboutAsked(ended: readonly EndedCase[], plan: Plan): readonly EndedCase[] {
  const open = plan.requirements.filter(({ settled }) => settled === undefined);
  const asked = new Set(open.map(({ requirement }) => requirement));
  return ended.map(({ case: name, findings }) => ({
    case: name,
    findings: findings.filter(({ requirement }) => asked.has(requirement)),
  }));
}

/** The cases that broke something most often first. */
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
  const looked = new Map<string, number>();
  const chosen = new Set<PlannedCase>();
  for (const { findings } of ended) {
    for (const { result, requirement, case: name } of findings) {
      const one = byName.get(name);
      if (result !== "violated" || one === undefined) continue;
      const count = looked.get(requirement) ?? 0;
      if (count >= mostCases && !chosen.has(one)) continue;
      if (!chosen.has(one)) looked.set(requirement, count + 1);
      chosen.add(one);
    }
  }
  return chosen;
}

/** The cases in which each time the suite or the connection failed. */
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
