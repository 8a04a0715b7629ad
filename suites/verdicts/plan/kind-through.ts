import type { Feature, JsonObject } from "#contract";
import { conditionsPathOf, observedPathOf } from "#harness";
import type { AnyCheck, KindDescription } from "#harness";

type ValueShape = NonNullable<NonNullable<KindDescription["shapes"]>["status"]>;

const known = new WeakMap<KindDescription, Map<string, KindDescription>>();

/**
 * Restricts a kind to one status mutation. If the mutation carries only some status fields, samples, counters and
 * generated values are restricted to these fields. Other mutations remain only if they carry all of these fields.
 */
export function kindThrough(kind: KindDescription, via: string): KindDescription {
  if (kind.statusMembers === undefined && kind.statusAfter === undefined) return kind;
  const views = known.get(kind) ?? new Map<string, KindDescription>();
  known.set(kind, views);
  const view = views.get(via) ?? inOrder(kind, via);
  views.set(via, view);
  return view;
}

/**
 * Adds the writes that an object needs before the mutation is accepted. Other mutations remain only if they need no
 * further writes.
 */
function inOrder(kind: KindDescription, via: string): KindDescription {
  const { statusAfter, statusMembers, statusSets, samples } = kind;
  const view = statusMembers === undefined ? kind : viewOf(kind, via);
  if (statusAfter === undefined) return view;
  const prior = statusAfter[via] ?? [];
  const isReady = (other: string): boolean =>
    other === via || (statusAfter[other] ?? []).every((one) => prior.includes(one));
  const [sample = {}] = samples.statuses;
  const priorStatuses = prior.map((other) => {
    const own = statusMembers?.[other];
    const status = own === undefined ? sample : only(sample, own);
    return { via: other, status: { ...status, ...statusSets?.[other] } };
  });
  const { otherStatuses, ...rest } = view;
  const others = (otherStatuses ?? []).filter((other) => isReady(other.via));
  return {
    ...rest,
    operations: {
      ...view.operations,
      updateStatus: view.operations.updateStatus.filter(isReady),
    },
    ...(others.length === 0 ? {} : { otherStatuses: others }),
    ...(priorStatuses.length === 0 ? {} : { priorStatuses }),
  };
}

function viewOf(kind: KindDescription, via: string): KindDescription {
  const { statusMembers = {}, samples, operations, shapes, lacks = [] } = kind;
  const own = statusMembers[via] ?? allMembers(kind);
  const sets = kind.statusSets?.[via] ?? {};
  const carries = (other: string, names: readonly string[]): boolean =>
    names.every((name) => statusMembers[other]?.includes(name) ?? true);
  const statuses = samples.statuses.map((status) => ({ ...only(status, own), ...sets }));
  const free = own.filter((name) => !(name in sets));
  const counting = counterAmong(kind, free);
  const counter = counting ?? free[0] ?? samples.counter;
  const isCounted =
    counting !== undefined && statuses.every((status) => Number.isInteger(status[counting]));
  const others = othersThan(kind, own);
  const missing = missingIn(kind, own);
  return {
    ...kind,
    operations: {
      ...operations,
      updateStatus: operations.updateStatus.filter((other) => carries(other, own)),
    },
    samples: {
      ...samples,
      statuses,
      counter,
      invalidStatuses: samples.invalidStatuses.flatMap((sample) => invalidOf(sample, own)),
    },
    ...(isCounted ? {} : { isUncounted: true }),
    ...(others.length === 0 ? {} : { otherStatuses: others }),
    lacks: [...new Set([...lacks, ...missing])],
    ...(shapes?.status === undefined
      ? {}
      : { shapes: { ...shapes, status: shapeOnly(shapes.status, own, sets) } }),
  };
}

/**
 * Returns writes of the fields that the tested mutation does not write. A mutation that writes all fields is only
 * needed for fields that no other mutation writes.
 */
function othersThan(kind: KindDescription, own: readonly string[]): readonly OtherStatus[] {
  const { statusMembers = {}, samples, operations } = kind;
  const [sample = {}] = samples.statuses;
  const partial = operations.updateStatus.filter((other) => statusMembers[other] !== undefined);
  const whole = operations.updateStatus.find((other) => statusMembers[other] === undefined);
  const covered = new Set([...own, ...partial.flatMap((other) => statusMembers[other] ?? [])]);
  const rest = allMembers(kind).filter((name) => !covered.has(name));
  const writes = partial.map((via) => ({ via, names: statusMembers[via] ?? [] }));
  return [...writes, ...(whole === undefined ? [] : [{ via: whole, names: rest }])].flatMap(
    ({ via, names }) => {
      const theirs = names.filter((name) => !own.includes(name));
      if (Object.keys(only(sample, theirs)).length === 0) return [];
      // The mutation also requires or sets these fields, even if the tested mutation writes them.
      const demanded = [
        ...(kind.demandedMembers?.[via] ?? []),
        ...(kind.requiredFirst?.[via] ?? []),
      ];
      const status = { ...only(sample, [...theirs, ...demanded]), ...kind.statusSets?.[via] };
      return [{ via, status }];
    },
  );
}

type OtherStatus = NonNullable<KindDescription["otherStatuses"]>[number];

function allMembers({ samples }: KindDescription): readonly string[] {
  return [...new Set(samples.statuses.flatMap((status) => Object.keys(status)))];
}

/**
 * Finds the declared counter, or another field that can count: its type is integer or unknown, and all of its samples
 * are integers that are not negative. Ignores fields of type number, such as a temperature, even if their samples are
 * integers.
 */
function counterAmong(
  { samples: { counter, statuses }, shapes }: KindDescription,
  own: readonly string[],
): string | undefined {
  if (own.includes(counter)) return counter;
  const isInteger = (name: string): boolean =>
    statuses.every((status) => Number.isInteger(status[name]) && Number(status[name]) >= 0);
  const members = shapes?.status?.kind === "object" ? shapes.status.members : [];
  const isTyped = (name: string): boolean =>
    (members.find((member) => member.name === name)?.shape.kind ?? "integer") === "integer";
  return own.find((name) => isInteger(name) && isTyped(name));
}

/**
 * Restricts an invalid status to the fields that a mutation carries. Empty if the defect is in another field.
 */
function invalidOf(sample: InvalidStatus, own: readonly string[]): readonly InvalidStatus[] {
  const names = Object.keys(sample.status);
  if (names.every((name) => own.includes(name))) return [sample];
  const steps = sample.field.split(/[.[]/u).slice(0, 2);
  const invalid = steps.find((step) => names.includes(step));
  const isOwn = invalid !== undefined && own.includes(invalid);
  return isOwn ? [{ ...sample, status: only(sample.status, own) }] : [];
}

type InvalidStatus = KindDescription["samples"]["invalidStatuses"][number];

function shapeOnly(shape: ValueShape, own: readonly string[], sets: JsonObject): ValueShape {
  if (shape.kind !== "object") return shape;
  const members = shape.members.filter(({ name }) => own.includes(name) && !(name in sets));
  const constants = Object.entries(sets).map(([name, value]) => {
    return { name, shape: { kind: "choice" as const, values: [value] }, isRequired: true };
  });
  return { ...shape, members: [...members, ...constants] };
}

function only(status: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([name]) => names.includes(name)));
}

export function isTriedThrough(check: AnyCheck, kind: KindDescription, via: string): boolean {
  const view = kindThrough(kind, via);
  if (view === kind) return kind.isUncounted !== true || check.needsCounter !== true;
  const { statuses } = view.samples;
  if ((check.features ?? []).some((feature) => view.lacks?.includes(feature))) return false;
  const sets = kind.statusSets?.[via] ?? {};
  const isEmpty = statuses.every((status) => Object.keys(status).every((name) => name in sets));
  if (isEmpty) return check.features?.includes("status.conditions") === true;
  const isMissing =
    view.samples.invalidStatuses.length === 0 && kind.samples.invalidStatuses.length > 0;
  if (isMissing && (check.needsInvalidStatus ?? check.prefersInvalidStatus) === true) return false;
  return view.isUncounted !== true || check.needsCounter !== true;
}

/** The features of a status that a mutation of these fields cannot write. */
function missingIn(kind: KindDescription, own: readonly string[]): readonly Feature[] {
  const [observed = ""] = observedPathOf(kind);
  return [
    ...(own.includes(conditionsPathOf(kind).member) ? [] : (["status.conditions"] as const)),
    ...(own.includes(observed) ? [] : (["status.observedGeneration"] as const)),
  ];
}
