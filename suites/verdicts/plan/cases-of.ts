import { isDeepStrictEqual } from "node:util";
import { contradictionOf, holdsList, inCatalogue } from "#contract";
import type { Feature, RequirementId } from "#contract";
import { isRegistered } from "#harness";
import type { AnyCheck, KindDescription, TargetDescription } from "#harness";
import { isTriedThrough, kindThrough } from "./kind-through.ts";
import { obstacleTo } from "./obstacles.ts";
import type { RunRights } from "./obstacles.ts";
import { excuseFor, isAlike, ownExcuse, semanticsOf } from "../record/declared-semantics.ts";

/** A check on one kind, through one status mutation if there are several, or through several that are alike. */
export interface PlannedCase {
  /** The case name, such as `concurrency/one-winner#Service.updateServiceStatus`. */
  readonly name: string;
  readonly check: AnyCheck;
  readonly kind: KindDescription;
  /** Empty for kinds without a status subresource. */
  readonly via: string;
  /** The mutations of a group, `via` first. Absent if the check does not run on groups. */
  readonly vias?: readonly string[];
}

/**
 * Returns the cases of a check on a target, or none if an obstacle prevents all of them. A check of scope
 * `status-write` runs on every kind, but not through every mutation. A mutation that only one kind has is always
 * tested. Mutations that several kinds share, with the same declarations, have the same implementation. They are tested
 * on the first kind of the schema and on the first kind registered for the run. Every other kind is tested through one
 * shared mutation, which differs between checks.
 */
export function casesOf(
  check: AnyCheck,
  target: TargetDescription,
  rights: RunRights = {},
): readonly PlannedCase[] {
  if (obstacleTo(check, target, rights) !== undefined) return [];
  // A case need not run if the declarations exclude all of its requirements.
  return fittest(possibleCases(check, target)).flatMap((planned) => {
    return isAsked(planned, target, rights)
      ? [{ ...planned, kind: kindThrough(planned.kind, planned.via) }]
      : [];
  });
}

function fittest(planned: readonly PlannedCase[]): readonly PlannedCase[] {
  const fit = planned.filter(({ check, kind, via }) => {
    if (check.needsList !== true) return true;
    const [one, other] = kindThrough(kind, via).samples.statuses;
    return holdsList(one) && holdsList(other);
  });
  return fit.length === 0 ? planned : fit;
}

function isAsked(
  { check, kind, via }: PlannedCase,
  target: TargetDescription,
  rights: RunRights,
): boolean {
  if (rights.mostWrites === 0 && kind.isRuntime) return false;
  const declared = semanticsOf(target, kind, via);
  if (contradictionOf(check.presumes ?? {}, declared) !== undefined) return false;
  return check.covers.some(
    (requirement) => excuseIn({ kind, via }, requirement, target) === undefined,
  );
}

/** Returns why a requirement does not apply in a case, or undefined if it applies. */
export function excuseIn(
  { kind, via }: Pick<PlannedCase, "kind" | "via">,
  requirement: RequirementId,
  target: TargetDescription,
): string | undefined {
  return (
    ownExcuse(requirement, kind, via) ?? excuseFor(requirement, semanticsOf(target, kind, via))
  );
}

/**
 * Returns why a requirement does not apply in any case on a target. Undefined if it applies in at least one case, or if
 * there are no cases.
 */
export function excuseInEach(
  requirement: RequirementId,
  checks: readonly AnyCheck[],
  target: TargetDescription,
): string | undefined {
  const excuses = checks
    .flatMap((check) => possibleCases(check, target))
    .map((one) => excuseIn(one, requirement, target));
  return excuses.includes(undefined) ? undefined : excuses[0];
}

function possibleCases(check: AnyCheck, target: TargetDescription): readonly PlannedCase[] {
  const kinds = kindsFor(check, target);
  switch (check.scope) {
    case "status-write-group":
      return kinds.flatMap((kind) =>
        groupsOf(spread(check, kind, { kinds, target }), kind, target).map(([via, ...others]) => ({
          name: `${check.id}#${kind.name}.${via}`,
          check,
          kind,
          via,
          vias: [via, ...others],
        })),
      );
    case "kind-without-status":
      return kinds.map((kind) => ({ name: `${check.id}#${kind.name}`, check, kind, via: "" }));
    case "target":
    case "kind":
      return kinds.map((kind) => {
        const via = mostAsked(statusWritesFor(check, kind), { check, kind, target });
        return { name: `${check.id}#${kind.name}`, check, kind, via };
      });
    case "status-write":
      return kinds.flatMap((kind) =>
        spread(check, kind, { kinds, target }).map((via) => ({
          name: `${check.id}#${kind.name}.${via}`,
          check,
          kind,
          via,
        })),
      );
  }
}

type Group = readonly [string, ...string[]];

/** Groups mutations that carry the same status fields and have the same semantics and excuses. */
function groupsOf(
  writes: readonly string[],
  kind: KindDescription,
  target: TargetDescription,
): readonly Group[] {
  const groups: Group[] = [];
  for (const via of writes) {
    const index = groups.findIndex(([first]) => isInterchangeable([first, via], kind, target));
    const group = groups[index];
    if (group === undefined) groups.push([via]);
    else groups[index] = [...group, via];
  }
  return groups;
}

function isInterchangeable(
  [left, right]: readonly [string, string],
  kind: KindDescription,
  target: TargetDescription,
): boolean {
  const { demandedMembers, requiredFirst, statusAfter, statusExcuses } = kind;
  const { statusMembers, statusSets } = kind;
  const tables = [
    demandedMembers,
    requiredFirst,
    statusAfter,
    statusExcuses,
    statusMembers,
    statusSets,
  ];
  return (
    isAlike(semanticsOf(target, kind, left), semanticsOf(target, kind, right)) &&
    tables.every((table) => isDeepStrictEqual(table?.[left], table?.[right]))
  );
}

function mostAsked(
  writes: readonly string[],
  {
    check,
    kind,
    target,
  }: Pick<PlannedCase, "check" | "kind"> & { readonly target: TargetDescription },
): string {
  const excusedFor = (via: string): number =>
    check.covers.filter((id) => excuseIn({ kind, via }, id, target) !== undefined).length;
  const priorTo = (via: string): number => kind.statusAfter?.[via]?.length ?? 0;
  // Prefers a mutation that new objects accept, then a status with a counter, then a status with more fields.
  const sizeOf = (via: string): number => {
    const [status = {}] = kindThrough(kind, via).samples.statuses;
    const isCounted = Object.values(status).some((value) => Number.isInteger(value));
    return Object.keys(status).length + (isCounted ? 100 : 0);
  };
  const [best = ""] = writes.toSorted(
    (left, right) =>
      excusedFor(left) - excusedFor(right) ||
      priorTo(left) - priorTo(right) ||
      sizeOf(right) - sizeOf(left),
  );
  return best;
}

function statusWritesFor(check: AnyCheck, kind: KindDescription): readonly string[] {
  const { statusModes } = check;
  const writes = kind.operations.updateStatus.filter((via) => isTriedThrough(check, kind, via));
  if (statusModes === undefined) return writes;
  return writes.filter((via) => statusModes.some((mode) => mode === kind.statusModes[via]));
}

/** Chooses the mutations that a check uses on a kind, based on all kinds on which it runs. */
function spread(
  check: AnyCheck,
  kind: KindDescription,
  {
    kinds,
    target,
  }: { readonly kinds: readonly KindDescription[]; readonly target: TargetDescription },
): readonly string[] {
  const writes = statusWritesFor(check, kind);
  const first = kinds.find(({ isRuntime }) => isRuntime === kind.isRuntime);
  if (first === undefined || kind === first) return writes;
  // Otherwise, a mutation that differs from the first kind's mutation would not be tested on any kind.
  const isShared = (via: string): boolean =>
    first.operations.updateStatus.includes(via) &&
    isAlike(semanticsOf(target, first, via), semanticsOf(target, kind, via));
  const shared = writes.filter(isShared);
  const turn = shared[turnOf(check, kinds.indexOf(kind)) % Math.max(1, shared.length)];
  return writes.filter((via) => via === turn || !isShared(via));
}

/**
 * Returns the index by which a check rotates through shared mutations. It depends only on the check and on the index of
 * the kind, so that case names are stable.
 */
function turnOf({ id }: AnyCheck, place: number): number {
  return id.length + place;
}

function mayUse(feature: Feature, { covers }: AnyCheck, kind: KindDescription): boolean {
  if (kind.lacks?.includes(feature) !== true) return true;
  const isDemanded = covers.some((id) => inCatalogue(id)?.demands === feature);
  return isDemanded && kind.unsupported?.includes(feature) === true;
}

function kindsFor(check: AnyCheck, target: TargetDescription): readonly KindDescription[] {
  const able = target.kinds.filter(
    (kind) =>
      (check.runtime === undefined || isRegistered(kind) === check.runtime) &&
      (check.needsScale !== true || (kind.scaleUpdates ?? []).length > 0) &&
      (check.verbs ?? []).every((verb) => kind.operations[verb].length > 0) &&
      (check.features ?? []).every((feature) => mayUse(feature, check, kind)),
  );
  const withStatus = able.filter((kind) => statusWritesFor(check, kind).length > 0);
  switch (check.scope) {
    case "target":
      return withStatus.slice(0, 1);
    case "kind":
      return check.needsNoStatus === true
        ? able.filter((kind) => withStatus.includes(kind) || kind.withoutStatus !== undefined)
        : withStatus;
    case "status-write":
    case "status-write-group":
      return withStatus;
    case "kind-without-status":
      return able.filter(
        ({ operations: { updateStatus, patchStatus } }) =>
          updateStatus.length === 0 && patchStatus.length === 0,
      );
  }
}
