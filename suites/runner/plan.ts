import { features, profiles, requirementIds, requirements } from "#contract";
import type { Level, ProfileName, RequirementId } from "#contract";
import type { AnyCheck, KindDescription, TargetDescription } from "#harness";
import { obstacleTo } from "./obstacles.ts";
import type { Obstacle } from "./obstacles.ts";
import { matches } from "./select.ts";
import type { Selection } from "./select.ts";
import type { Verdict } from "./verdict.ts";

/** One check on one kind, through one status mutation where it has a choice. */
export interface PlannedCase {
  /** `concurrency/one-winner#Service.updateServiceStatus`. */
  readonly name: string;
  readonly check: AnyCheck;
  readonly kind: KindDescription;
  /** Empty for kinds without a status subresource. */
  readonly via: string;
}

/** One requirement of the profile, and what is known about it before anything is sent. */
export interface PlannedRequirement {
  readonly requirement: RequirementId;
  readonly level: Level;
  readonly checks: readonly string[];
  /** The verdict, where it stands before the run; absent where the cases decide. */
  readonly settled?: { readonly verdict: Verdict; readonly reason: string };
}

/** What a run will do. */
export interface Plan {
  readonly cases: readonly PlannedCase[];
  readonly requirements: readonly PlannedRequirement[];
}

/** What a plan is made from. */
export interface PlanOptions {
  readonly target: TargetDescription;
  readonly checks: readonly AnyCheck[];
  readonly profile: ProfileName;
  readonly selection: Selection;
}

/** Plans a run: which cases, and which requirements are settled without one. */
export function planRun(options: PlanOptions): Plan {
  const possible = options.checks.flatMap((check) => casesOf(check, options.target));
  const cases = possible.filter((planned) => isCaseSelected(planned, options.selection));
  const profile = profiles[options.profile];
  const planned: PlannedRequirement[] = [];
  for (const requirement of requirementIds) {
    const level = profile[requirement];
    if (level === "not-asked") continue;
    const covering = options.checks.filter((check) => check.covers.includes(requirement));
    const checks = covering.map((check) => check.id);
    const settled = settle({ requirement, covering, possible, cases, options });
    planned.push({ requirement, level, checks, ...(settled === undefined ? {} : { settled }) });
  }
  return { cases, requirements: planned };
}

/** Every name that a selection may match: requirements of the profile, checks, and cases. */
export function selectableNames(options: Omit<PlanOptions, "selection">): readonly string[] {
  const profile = profiles[options.profile];
  return [
    ...requirementIds.filter((requirement) => profile[requirement] !== "not-asked"),
    ...options.checks.map((check) => check.id),
    ...options.checks.flatMap((check) => casesOf(check, options.target)).map(({ name }) => name),
  ];
}

function casesOf(check: AnyCheck, target: TargetDescription): readonly PlannedCase[] {
  if (obstacleTo(check, target) !== undefined) return [];
  return kindsFor(check, target).flatMap((kind) => {
    if (check.scope === "kind-without-status") return [caseOf(check, kind, "")];
    const writes = statusWritesFor(check, kind);
    const vias = check.scope === "status-write" ? writes : writes.slice(0, 1);
    return vias.map((via) => caseOf(check, kind, via));
  });
}

function caseOf(check: AnyCheck, kind: KindDescription, via: string): PlannedCase {
  const suffix = check.scope === "status-write" ? `.${via}` : "";
  return { name: `${check.id}#${kind.name}${suffix}`, check, kind, via };
}

/** The status mutations of a kind through which a check can run. */
function statusWritesFor({ statusModes }: AnyCheck, kind: KindDescription): readonly string[] {
  const writes = kind.operations.updateStatus;
  if (statusModes === undefined) return writes;
  return writes.filter((via) => statusModes.some((mode) => mode === kind.statusModes[via]));
}

function kindsFor(check: AnyCheck, target: TargetDescription): readonly KindDescription[] {
  const able = target.kinds.filter(
    (kind) =>
      (check.runtime === undefined || kind.isRuntime === check.runtime) &&
      (check.verbs ?? []).every((verb) => kind.operations[verb].length > 0),
  );
  const withStatus = able.filter((kind) => statusWritesFor(check, kind).length > 0);
  switch (check.scope) {
    case "target":
      return withStatus.slice(0, 1);
    case "kind":
    case "status-write":
      return withStatus;
    case "kind-without-status":
      return able.filter((kind) => kind.operations.updateStatus.length === 0);
  }
}

function isCaseSelected(planned: PlannedCase, selection: Selection): boolean {
  const { name, check } = planned;
  const isNamed = (pattern: string): boolean =>
    matches(pattern, name) || matches(pattern, check.id);
  const isWanted = (pattern: string): boolean =>
    isNamed(pattern) || check.covers.some((requirement) => matches(pattern, requirement));
  const isSkipped = (pattern: string): boolean =>
    isNamed(pattern) || check.covers.every((requirement) => matches(pattern, requirement));
  return (
    (selection.only.length === 0 || selection.only.some(isWanted)) &&
    !selection.skip.some(isSkipped)
  );
}

interface Settling {
  readonly requirement: RequirementId;
  readonly covering: readonly AnyCheck[];
  readonly possible: readonly PlannedCase[];
  readonly cases: readonly PlannedCase[];
  readonly options: PlanOptions;
}

function settle(settling: Settling): PlannedRequirement["settled"] {
  const { requirement, covering, possible, cases, options } = settling;
  const isCovered = ({ check }: PlannedCase): boolean => check.covers.includes(requirement);
  if (!isRequirementSelected(settling)) {
    return { verdict: "excluded", reason: "left out by --only or --skip on the command line" };
  }
  const missing = (requirements[requirement].features ?? []).find(
    (feature) => !options.target.features.includes(feature),
  );
  if (missing !== undefined) {
    const reason = `the target does not offer ${missing} (${features[missing]})`;
    return { verdict: "not-applicable", reason };
  }
  if (covering.length === 0) {
    return {
      verdict: "excluded",
      reason: "left out by the suite: this release has no check for it",
    };
  }
  if (cases.some(isCovered)) return undefined;
  if (possible.some(isCovered)) {
    return { verdict: "excluded", reason: "left out by --only or --skip on the command line" };
  }
  return obstructed(covering.map((check) => obstacleTo(check, options.target)));
}

function isRequirementSelected({ requirement, cases, options }: Settling): boolean {
  const { only, skip } = options.selection;
  if (skip.some((pattern) => matches(pattern, requirement))) return false;
  if (only.length === 0) return true;
  if (only.some((pattern) => matches(pattern, requirement))) return true;
  return cases.some(
    ({ name, check }) =>
      check.covers.includes(requirement) &&
      only.some((pattern) => matches(pattern, name) || matches(pattern, check.id)),
  );
}

/** A missing feature excuses, a missing credential or operation does not. */
function obstructed(obstacles: readonly (Obstacle | undefined)[]): PlannedRequirement["settled"] {
  const known = obstacles.filter((obstacle) => obstacle !== undefined);
  const excuse = known.find((obstacle) => obstacle.kind === "feature");
  if (excuse !== undefined) return { verdict: "not-applicable", reason: excuse.reason };
  const reason =
    known[0]?.reason ?? "no kind of the target has the operations that the check needs";
  return { verdict: "untestable", reason };
}
