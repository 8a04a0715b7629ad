import type { RequirementId } from "#contract";
import type { Freedom } from "#reference";
import type { FreedomMatrix, FreedomRun } from "#reports";
import { explanationOf, freedomRunOf } from "./freedom-run.ts";
import type { Trial } from "./fault-trial.ts";
import { freedomGroups, judgedUnder } from "./freedom-groups.ts";
import type { FreedomGroup } from "./freedom-groups.ts";
import { testedRequirements } from "./freedom-trial.ts";
import type { FreedomRequest } from "./freedom-trial.ts";
import { isBroken } from "./is-broken.ts";
import { seededRandom } from "./seeded-random.ts";

/** Maximum number of freedoms in a group. In a larger group, more freedoms would hide requirements from each other. */
const maxInGroup = 16;

export function defaultGroups(freedoms: readonly Freedom[], seed: number): readonly FreedomGroup[] {
  return freedomGroups(freedoms, {
    requirements: testedRequirements,
    most: maxInGroup,
    random: seededRandom(seed),
  });
}

export function groupRequests(
  groups: readonly FreedomGroup[],
  seed: number,
): readonly FreedomRequest[] {
  return groups.map((group, index) => ({
    freedoms: group.freedoms.map(({ name }) => name),
    only: group.open,
    turn: index + Math.max(0, seed - 1),
    seed,
  }));
}

interface GroupRun {
  readonly group: FreedomGroup;
  readonly run: FreedomRun;
  readonly effects: ReadonlySet<string>;
}

function groupRuns(
  groups: readonly FreedomGroup[],
  trials: readonly (Trial | undefined)[],
): readonly GroupRun[] {
  return groups.map((group, index) => {
    const trial = trials[index];
    const run = freedomRunOf(group.freedoms, trial);
    return { group, run, effects: new Set(trial?.effects) };
  });
}

/**
 * Returns requests for separate runs of the freedoms that need one, each with the requirements to test. A group with an
 * unexplained result provides no evidence about its freedoms, and neither does a run in which a freedom had no effect.
 */
export function separateRequests(
  freedoms: readonly Freedom[],
  { groups, trials, seed }: GroupResults & { readonly seed: number },
): readonly FreedomRequest[] {
  const runs = groupRuns(groups, trials);
  return freedoms.flatMap((freedom, index) => {
    const { passed, explained, unasked } = shownBy(freedom, runs);
    const ofFreedom = explained.map(({ requirement }) => requirement);
    const settled = new Set([...passed, ...unasked, ...ofFreedom]);
    const open = [...judgedUnder(freedom, testedRequirements)].filter((one) => !settled.has(one));
    const turn = index + Math.max(0, seed - 1);
    return open.length === 0 ? [] : [{ freedoms: [freedom.name], only: open, turn, seed }];
  });
}

/** Whether a separate run provides no evidence about its freedom, because its cases never reached the changed rule. */
export function lacksEffect({ freedoms = [], effects = [], verdicts, problem }: Trial): boolean {
  const hasEffect = freedoms.some((name) => effects.includes(name));
  return problem === undefined && !hasEffect && !verdicts.some(isBroken);
}

export function requestsAgain(
  requests: readonly FreedomRequest[],
  trials: readonly Trial[],
): readonly FreedomRequest[] {
  const without = new Set(trials.filter(lacksEffect).flatMap(({ freedoms = [] }) => freedoms));
  return requests
    .filter(({ freedoms }) => freedoms.some((name) => without.has(name)))
    .map((request) => ({ ...request, turn: request.turn + 1 }));
}

export interface GroupResults {
  readonly groups: readonly FreedomGroup[];
  readonly trials: readonly (Trial | undefined)[];
}

interface Shown {
  readonly passed: ReadonlySet<RequirementId>;
  readonly explained: FreedomRun["explained"];
  /** Requirements that the profile does not contain, or for which no case exists. */
  readonly unasked: ReadonlySet<RequirementId>;
}

/**
 * Combines the results of a freedom in all its groups: requirements that passed, or whose result this freedom explains.
 * A requirement counts only if all its checks were selected, and only if the freedom had an effect in the run.
 */
function shownBy(freedom: Freedom, runs: readonly GroupRun[]): Shown {
  const passed = new Set<RequirementId>();
  const unasked = new Set<RequirementId>();
  const explained = new Map<RequirementId, FreedomRun["explained"][number]>();
  for (const { group, run } of runs.filter((one) => isTelling(freedom, one))) {
    const open = new Set(group.open);
    const judged = new Set(run.passed);
    for (const requirement of run.passed) if (open.has(requirement)) passed.add(requirement);
    for (const result of run.explained) {
      judged.add(result.requirement);
      const because = explanationOf(result, [freedom]);
      if (because !== undefined && open.has(result.requirement)) {
        explained.set(result.requirement, { ...result, because });
      }
    }
    for (const requirement of open) if (!judged.has(requirement)) unasked.add(requirement);
  }
  return { passed, explained: [...explained.values()], unasked };
}

function isTelling(freedom: Freedom, { group, run, effects }: GroupRun): boolean {
  return group.freedoms.includes(freedom) && effects.has(freedom.name) && isAcceptable(run);
}

/**
 * Whether a group ran and all its results are explained. No requirement has to pass if the freedoms explain all
 * results.
 */
function isAcceptable({ problem, unexplained }: FreedomRun): boolean {
  return problem === undefined && unexplained.length === 0;
}

/**
 * Builds one row for each freedom, with the results of its groups and of its separate run. Groups with an unexplained
 * result have additional rows.
 */
export function groupedMatrix(
  freedoms: readonly Freedom[],
  { groups, trials }: GroupResults,
  separate: readonly Trial[],
): FreedomMatrix {
  const runs = groupRuns(groups, trials);
  const rows = freedoms.map((freedom): FreedomRun => {
    const trial = separate.find(({ freedoms: [name] = [] }) => name === freedom.name);
    const informative = runs.filter((one) => isTelling(freedom, one));
    const own = trial === undefined ? [] : [freedomRunOf([freedom], trial)];
    const shown = shownBy(freedom, runs);
    const problem = problemOf(freedom, { trial, isShown: informative.length > 0 });
    return {
      freedoms: [{ name: freedom.name, summary: freedom.summary }],
      passed: [...new Set([...shown.passed, ...own.flatMap(({ passed }) => passed)])],
      explained: [...shown.explained, ...own.flatMap(({ explained }) => explained)],
      unexplained: own.flatMap(({ unexplained }) => unexplained),
      durationMs: [...informative.map(({ run }) => run), ...own].reduce(
        (sum, { durationMs }) => sum + durationMs,
        0,
      ),
      runs: informative.length + own.length,
      ...(problem === undefined ? {} : { problem }),
    };
  });
  const suspicious = runs.map(({ run }) => run).filter((run) => !isAcceptable(run));
  return { runs: [...rows, ...suspicious], groups: groups.length };
}

function problemOf(
  { name }: Freedom,
  { trial, isShown }: { readonly trial: Trial | undefined; readonly isShown: boolean },
): string | undefined {
  if (trial?.problem !== undefined) return trial.problem;
  return isShown || trial?.effects?.includes(name) === true ? undefined : "it had no effect";
}
