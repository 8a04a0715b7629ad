import { features } from "#contract";
import type { Level, RequirementId } from "#contract";
import type { AnyCheck, CheckPhase, TargetDescription } from "#harness";
import { selectedRequirements } from "./selected-requirements.ts";
import type { RequirementSelection, SelectedRequirement } from "./selected-requirements.ts";
import { casesOf, excuseIn, excuseInEach } from "./cases-of.ts";
import type { PlannedCase } from "./cases-of.ts";
import { obstacleTo } from "./obstacles.ts";
import type { Obstacle } from "./obstacles.ts";
import { excuseEverywhere } from "../record/declared-semantics.ts";
import { matcherOf } from "./select.ts";
import type { Selection } from "./select.ts";
import type { Verdict } from "../record/verdict.ts";

/** A requirement and, if it is known before the run, its verdict. */
export interface PlannedRequirement {
  readonly requirement: RequirementId;
  readonly level: Level;
  readonly checks: readonly string[];
  /** The verdict that is known before the run. Absent if cases decide it. */
  readonly settled?: Settled;
  /**
   * The verdict unless a case of another check exercises the requirement: the cases of its own checks are not selected
   * or cannot run. Absent if all cases run.
   */
  readonly unexercised?: Settled;
}

export interface Settled {
  readonly verdict: Verdict;
  readonly reason: string;
}

export interface Plan {
  readonly cases: readonly PlannedCase[];
  readonly requirements: readonly PlannedRequirement[];
}

export interface PlanOptions extends RequirementSelection {
  readonly target: TargetDescription;
  readonly checks: readonly AnyCheck[];
  readonly selection: Selection;
  readonly mostWrites?: number;
}

/** Execution order of proofs. A scenario explains the findings of the other proofs, so it comes first. */
const phases: readonly CheckPhase[] = ["scenario", "property", "history", "restart"];

/** Returns the plan of a run: its cases and requirements. Some requirements have a verdict without a case. */
export function planRun(options: PlanOptions): Plan {
  const inOrder = phases.flatMap((phase) =>
    options.checks.filter((check) => (check.phase ?? "scenario") === phase),
  );
  const required = selectedRequirements(options);
  const ids = new Set(required.map(({ requirement }) => requirement));
  // A check without a selected requirement need not run.
  const selected = inOrder.filter(({ covers }) => covers.some((id) => ids.has(id)));
  const possible = selected.flatMap((check) => casesOf(check, options.target, options));
  const choice = choiceOf(options.selection);
  const cases = possible.filter((planned) => isCaseSelected(planned, choice));
  const planned: PlannedRequirement[] = [];
  for (const one of required) {
    const { requirement, level } = one;
    const covering = options.checks.filter((check) => check.covers.includes(requirement));
    const checks = covering.map((check) => check.id);
    const settling = { required: one, covering, possible, cases, choice, options };
    const settled = settle(settling);
    const unexercised = settled === undefined ? settleUnexercised(settling) : undefined;
    planned.push({
      requirement,
      level,
      checks,
      ...(settled === undefined ? {} : { settled }),
      ...(unexercised === undefined ? {} : { unexercised }),
    });
  }
  return { cases, requirements: planned };
}

/** Returns the requirements that the cases of a plan decide. */
export function openRequirements({ requirements }: Plan): ReadonlySet<RequirementId> {
  const open = requirements.filter(({ settled }) => settled === undefined);
  return new Set(open.map(({ requirement }) => requirement));
}

/** Returns all names that a selection may match: requirements, checks and cases. */
export function selectableNames(options: Omit<PlanOptions, "selection">): readonly string[] {
  return [
    ...selectedRequirements(options).map(({ requirement }) => requirement),
    ...options.checks.map((check) => check.id),
    ...options.checks
      .flatMap((check) => casesOf(check, options.target, options))
      .map(({ name }) => name),
  ];
}

interface Choice {
  readonly takesAll: boolean;
  readonly isWanted: (name: string) => boolean;
  readonly isSkipped: (name: string) => boolean;
}

function choiceOf({ only, skip }: Selection): Choice {
  return {
    takesAll: only.length === 0,
    isWanted: matcherOf(only),
    isSkipped: matcherOf(skip),
  };
}

/** Whether a case is selected. A case is excluded if its name, its check, or all of its requirements are skipped. */
function isCaseSelected({ name, check }: PlannedCase, choice: Choice): boolean {
  const { takesAll, isWanted, isSkipped } = choice;
  return (
    (takesAll || [name, check.id, ...check.covers].some(isWanted)) &&
    ![name, check.id].some(isSkipped) &&
    !check.covers.every(isSkipped)
  );
}

function coversOf(
  requirement: RequirementId,
  target: TargetDescription,
): (planned: PlannedCase) => boolean {
  return (planned) =>
    planned.check.covers.includes(requirement) &&
    excuseIn(planned, requirement, target) === undefined;
}

interface Settling {
  readonly required: SelectedRequirement;
  readonly covering: readonly AnyCheck[];
  readonly possible: readonly PlannedCase[];
  readonly cases: readonly PlannedCase[];
  readonly choice: Choice;
  readonly options: PlanOptions;
}

function settle(settling: Settling): Settled | undefined {
  const { required, covering, possible, cases, options } = settling;
  const { requirement } = required;
  const { target } = options;
  const isCovered = coversOf(requirement, target);
  if (!isRequirementSelected(settling)) {
    return { verdict: "excluded", reason: "excluded by --only or --skip" };
  }
  const missing = required.features.find((feature) => !target.features.includes(feature));
  if (missing !== undefined) {
    const reason = `the target does not support ${missing} (${features[missing]})`;
    return { verdict: "not-applicable", reason };
  }
  const excuse = excuseEverywhere(requirement, target);
  if (excuse !== undefined) return { verdict: "not-applicable", reason: excuse };
  if (covering.length === 0) {
    return {
      verdict: "excluded",
      reason: "no check in this release covers the requirement",
    };
  }
  if (cases.some(isCovered)) return undefined;
  if (possible.some(isCovered)) {
    return { verdict: "excluded", reason: "excluded by --only or --skip" };
  }
  const declared = excuseInEach(requirement, covering, target);
  if (declared !== undefined) return { verdict: "not-applicable", reason: declared };
  return settleObstructed(
    settling,
    covering.map((check) => obstacleTo(check, target, options)),
  );
}

function settleObstructed(
  settling: Settling,
  obstacles: readonly (Obstacle | undefined)[],
): Settled | undefined {
  const { target } = settling.options;
  return (
    withoutAnyStatus(obstacles, target) ??
    withoutAnyCounter(obstacles, target) ??
    withoutAnyUpdate(settling) ??
    obstructed(obstacles)
  );
}

function settleUnexercised(settling: Settling): Settled | undefined {
  const { required, covering, possible, cases, options } = settling;
  const isCovered = coversOf(required.requirement, options.target);
  if (possible.filter(isCovered).length > cases.filter(isCovered).length) {
    return {
      verdict: "excluded",
      reason: "not exercised by the selected cases; other cases are excluded by --only or --skip",
    };
  }
  const isPossible = (check: AnyCheck): boolean =>
    possible.some((planned) => planned.check === check && isCovered(planned));
  const breadth = Math.min(...covering.filter(isPossible).map((check) => check.covers.length));
  // A check that covers fewer requirements than all checks that ran is the requirement's own check.
  const obstructing = covering.filter(
    (check) => !isPossible(check) && check.covers.length < breadth,
  );
  if (obstructing.length === 0) return undefined;
  return settleObstructed(
    settling,
    obstructing.map((check) => obstacleTo(check, options.target, options)),
  );
}

function withoutAnyStatus(
  obstacles: readonly (Obstacle | undefined)[],
  { kinds }: TargetDescription,
): Settled | undefined {
  const [reason, ...others] = kinds.map(({ withoutStatus }) => withoutStatus);
  if (reason === undefined || others.includes(undefined)) return undefined;
  const isClear = obstacles.some((obstacle) => obstacle === undefined);
  if (!isClear) return undefined;
  // A run that wrote no status must not pass because the suite knows no values for it.
  const untried = kinds.find(({ lacksStatusSamples }) => lacksStatusSamples === true);
  return untried === undefined
    ? { verdict: "not-applicable", reason }
    : { verdict: "untestable", reason: untried.withoutStatus ?? reason };
}

function withoutAnyCounter(
  obstacles: readonly (Obstacle | undefined)[],
  { kinds }: TargetDescription,
): Settled | undefined {
  const reported = kinds.filter(({ operations }) => operations.updateStatus.length > 0);
  const [reason, ...others] = reported.map(({ withoutCounter }) => withoutCounter);
  if (reason === undefined || others.includes(undefined)) return undefined;
  const isOnlyObstacle = obstacles.every((obstacle) => obstacle?.kind === "counter");
  return isOnlyObstacle ? { verdict: "not-applicable", reason } : undefined;
}

function withoutAnyUpdate({ covering, options }: Settling): Settled | undefined {
  const { kinds } = options.target;
  const [reason, ...others] = kinds.map(({ withoutUpdates }) => withoutUpdates);
  if (reason === undefined || others.includes(undefined)) return undefined;
  const isClear = covering.some(
    (check) =>
      check.verbs?.includes("update") === true &&
      obstacleTo(check, options.target, options) === undefined,
  );
  return isClear ? { verdict: "not-applicable", reason } : undefined;
}

function isRequirementSelected({ required, cases, choice }: Settling): boolean {
  const { requirement } = required;
  const { takesAll, isWanted, isSkipped } = choice;
  if (isSkipped(requirement)) return false;
  if (takesAll || isWanted(requirement)) return true;
  return cases.some(
    ({ name, check }) =>
      check.covers.includes(requirement) && (isWanted(name) || isWanted(check.id)),
  );
}

/**
 * Decides the verdict on a requirement whose checks cannot run: `not-applicable` if a feature is missing, or if nothing
 * except roles is missing, otherwise `untestable`.
 */
function obstructed(obstacles: readonly (Obstacle | undefined)[]): Settled | undefined {
  const known = obstacles.filter((obstacle) => obstacle !== undefined);
  // If the run is read-only, a check is blocked regardless of the missing feature.
  const isBarred = known.some((obstacle) => obstacle.kind === "read-only");
  const excuse = isBarred ? undefined : known.find((obstacle) => obstacle.kind === "feature");
  if (excuse !== undefined) return { verdict: "not-applicable", reason: excuse.reason };
  const [first] = known;
  if (first !== undefined && known.every(({ kind }) => kind === "role")) {
    return { verdict: "not-applicable", reason: first.reason };
  }
  const reason =
    known.find(({ kind }) => kind !== "feature")?.reason ??
    "no kind on the target has the required operations";
  return { verdict: "untestable", reason };
}
