import type { RequirementId } from "#contract";
import type { Fault } from "#reference";
import type { PlannedCase } from "#verdicts";

/** A check that sends hundreds of writes, for one fault or two. */
const longCheck = "watch/expired-cursor";

/** What a trial is to look at. */
export interface TrialAim {
  readonly planted: Pick<Fault, "breaks">;
  /** The cases in which the fault makes a difference at all. Absent if unknown. */
  readonly reached?: ReadonlySet<string>;
}

/**
 * Names the cases that a trial runs, out of all that a run would. What the fault names is looked at
 * closely, because a fault may be in one mutation, or in one sort of kind. Everything else is looked at
 * in one case, so that what the fault breaks besides does not stay unseen. Cases in which the fault makes
 * no difference are omitted: they would run as they do without it. Without a fault, everything is
 * looked at closely.
 */
export function trialCases(cases: readonly PlannedCase[], aim?: TrialAim): readonly string[] {
  if (aim === undefined)
    return [...byCheck(cases).values()].flatMap((all) => namesOf(closeLook(all, false)));
  const { planted, reached } = aim;
  const common = commonRequirements(cases);
  const named = new Set(planted.breaks.filter((requirement) => !common.has(requirement)));
  const isAboutWays = planted.breaks.some((id) => /^(write|apply)\./u.test(id));
  return [...byCheck(reachedOf(cases, reached))].flatMap(([id, all]) => {
    const covers = (all[0]?.check.covers ?? []).filter((covered) => !common.has(covered));
    if (covers.some((covered) => named.has(covered))) return namesOf(closeLook(all, isAboutWays));
    return id === longCheck ? [] : namesOf(glance(all));
  });
}

/**
 * One case of each check, on a kind and through a mutation that differ from check to check, and with the
 * turn: what is no fault must not be found through any of them.
 */
export function glanceCases(cases: readonly PlannedCase[], turn: number): readonly string[] {
  return [...byCheck(cases).values()].flatMap((all) => {
    const seeing = all.filter(hasSomething);
    const rows = seeing.length === 0 ? all : seeing;
    const index = ((rows[0]?.check.id.length ?? 0) + turn) % rows.length;
    const { name, check } = rows[index] ?? {};
    return name === undefined || check?.id === longCheck ? [] : [name];
  });
}

/** All cases where a fault is in none: then it must be told that nothing sees it. */
function reachedOf(
  cases: readonly PlannedCase[],
  reached: ReadonlySet<string> | undefined,
): readonly PlannedCase[] {
  const some = cases.filter(({ name }) => reached?.has(name) ?? true);
  return some.length === 0 ? cases : some;
}

function namesOf(cases: readonly PlannedCase[]): readonly string[] {
  return cases.map(({ name }) => name);
}

/** A requirement covered by at least N checks is tested by one of them without a closer look. */
const manyChecks = 8;

function commonRequirements(cases: readonly PlannedCase[]): ReadonlySet<RequirementId> {
  const counts = new Map<RequirementId, number>();
  for (const { check } of new Map(cases.map((planned) => [planned.check.id, planned])).values()) {
    for (const requirement of check.covers) {
      counts.set(requirement, (counts.get(requirement) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count >= manyChecks).map(([id]) => id));
}

function byCheck(cases: readonly PlannedCase[]): ReadonlyMap<string, readonly PlannedCase[]> {
  const checks = new Map<string, PlannedCase[]>();
  for (const planned of cases) {
    const { id } = planned.check;
    const known = checks.get(id);
    if (known === undefined) checks.set(id, [planned]);
    else known.push(planned);
  }
  return checks;
}

/**
 * One case: on the first kind where there is something to see, through a mutation that differs from
 * check to check.
 */
function glance(all: readonly PlannedCase[]): readonly PlannedCase[] {
  const first = all.find(hasSomething) ?? all[0];
  if (first === undefined) return [];
  const onKind = all.filter(({ kind }) => kind === first.kind);
  const turn = first.check.id.length % onKind.length;
  return onKind.slice(turn, turn + 1);
}

/** Areas whose rules do not depend on the kind. */
const coreAreas: ReadonlySet<string> = new Set([
  "authorization",
  "concurrency",
  "errors",
  "generation",
  "isolation",
  "watch",
]);

/**
 * All cases; but what depends neither on the kind nor on the way to write only on the first kind, and
 * where it goes through a mutation on the first kind that was registered for the run.
 */
function closeLook(all: readonly PlannedCase[], isAboutWays: boolean): readonly PlannedCase[] {
  const [first] = all;
  const area = first?.check.id.split("/", 1)[0] ?? "";
  if (isAboutWays || !coreAreas.has(area)) return all;
  const registered = all.find(({ kind }) => kind.isRuntime);
  return all.filter(
    ({ kind, check }) =>
      kind === first?.kind || (check.scope === "status-write" && kind === registered?.kind),
  );
}

/** What is about a default status says nothing of a kind without one, and what is about none nothing of one with it. */
function hasSomething({ check, kind }: PlannedCase): boolean {
  if (kind.statusDefault !== undefined) return check.id !== checkWithoutStatus;
  return check.features?.includes("status.default") !== true;
}

/** It looks at objects that have no status yet. */
const checkWithoutStatus = "write/json-patch-creates-no-parents";
