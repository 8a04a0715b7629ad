import type { RequirementId } from "#contract";
import type { Fault } from "#reference";
import type { PlannedCase } from "#verdicts";

/** A check with hundreds of writes, needed for only one or two faults. */
export const longCheck = "watch/expired-cursor";

export interface TrialAim {
  readonly planted: Pick<Fault, "breaks">;
  /** The cases in which the fault makes a difference. Absent if unknown. */
  readonly reached?: ReadonlySet<string>;
  /**
   * Selects the cases to run: a few of each check of the requirements that the fault names, and one in `sampling` of
   * all other checks. Both rotate with the turn. Absent for no sampling.
   */
  readonly turn?: number;
}

/** Number of cases of a check that suffice for most faults. */
const few = 2;

/**
 * Sampling interval for checks of requirements that a fault does not name. A trial runs one check in N, and N
 * consecutive seeds run all of them.
 */
export const sampling = 4;

/**
 * Selects the cases of a trial. Requirements that the fault names are tested with many cases, because a fault may
 * affect only one mutation or one type of kind. All other requirements, or a sample of them, are tested with one case,
 * to detect unexpected effects. Cases in which the fault makes no difference are skipped. Without a fault, all
 * requirements are tested with many cases.
 */
export function trialCases(cases: readonly PlannedCase[], aim?: TrialAim): readonly string[] {
  if (aim === undefined)
    return [...byCheck(cases).values()].flatMap((all) => namesOf(closeLook(all, false)));
  const { planted, reached, turn } = aim;
  const order = new Map([...byCheck(cases).keys()].map((id, index) => [id, index]));
  const breaks = new Set<string>(planted.breaks);
  const isSampled = (id: string): boolean =>
    turn === undefined || ((order.get(id) ?? 0) + turn) % sampling === 0;
  const common = commonRequirements(cases);
  const named = new Set(planted.breaks.filter((requirement) => !common.has(requirement)));
  const isAboutWays = planted.breaks.some((id) => /^(write|apply)\./u.test(id));
  return [...byCheck(reachedOf(cases, reached))].flatMap(([id, all]) => {
    const covers = (all[0]?.check.covers ?? []).filter((covered) => !common.has(covered));
    if (covers.some((covered) => named.has(covered))) {
      const close = closeLook(all, isAboutWays);
      return namesOf(turn === undefined ? close : spread(close, turn));
    }
    const isAbout = all[0]?.check.covers.some((covered) => breaks.has(covered)) === true;
    return id === longCheck || !(isAbout || isSampled(id)) ? [] : namesOf(glance(all));
  });
}

/**
 * Selects one case of each check. The kind and mutation rotate with the check and the turn, because a freedom must not
 * cause a finding for any of them.
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

/** Selects a few cases, as far apart as possible. They rotate with the turn. */
function spread(cases: readonly PlannedCase[], turn: number): readonly PlannedCase[] {
  const step = Math.max(1, Math.floor(cases.length / few));
  return cases.filter((_, index) => (index + turn) % step === 0).slice(0, few);
}

/**
 * Selects the cases that the fault affects. If it affects none, selects all cases, because the trial must show that the
 * fault is not detected.
 */
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

/** Minimum number of checks from which a requirement needs only one case per check. */
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

/** Returns a single case, on the first suitable kind. Different checks use different mutations. */
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
 * In core areas, selects the cases on the first kind, plus those of status-write checks on the first kind that the run
 * registered. Selects all cases in other areas, and all cases if the fault violates a write or apply requirement.
 */
function closeLook(all: readonly PlannedCase[], isAboutWays: boolean): readonly PlannedCase[] {
  const [first] = all;
  const area = first?.check.id.split("/", 1)[0] ?? "";
  if (isAboutWays || !coreAreas.has(area)) return all;
  const registered = all.find(({ kind }) => kind.isRuntime);
  return all.filter(
    ({ kind, check }) =>
      kind === first?.kind || (check.scope.startsWith("status-write") && kind === registered?.kind),
  );
}

/**
 * Whether the kind suits the check. Checks of a default status need a kind that declares one, and the check of objects
 * without a status needs a kind that declares none.
 */
function hasSomething({ check, kind }: PlannedCase): boolean {
  if (kind.statusDefault !== undefined) return check.id !== checkWithoutStatus;
  return check.features?.includes("status.default") !== true;
}

const checkWithoutStatus = "write/json-patch-creates-no-parents";
