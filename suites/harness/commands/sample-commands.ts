import {
  authoredField,
  authoredNames,
  authoredOf,
  describeOutcome,
  isEmpty,
  isJsonList,
  isJsonObject,
  jsonEquals,
  keyOf,
  resourceVersion as toVersion,
} from "#contract";
import type {
  Feature,
  IdentityName,
  JsonObject,
  JsonValue,
  ListCommand,
  ObjectKey,
  ReadCommand,
  Resource,
  ResourceVersion,
  UpdateCommand,
  UpdateStatusCommand,
  WatchCommand,
} from "#contract";
import type { InvalidStatus, KindDescription, TargetDescription } from "#targets";
import { FixtureRefused, SetupFailed } from "../session/check.ts";
import type { CheckContext } from "../session/check.ts";
import { objectOf } from "../judging/recorded-step.ts";
import { declaredFor } from "./declared-for.ts";
import type { Step } from "../judging/recorded-step.ts";

interface Sampled extends Pick<CheckContext, "firstObject" | "kind" | "via"> {
  readonly target: Pick<CheckContext["target"], "semantics">;
}

/**
 * Returns the sample status of the tested kind at an index, modulo the number of samples. If lists are merged, includes
 * the list items that admission adds.
 */
export function sampleStatus(context: Sampled, index: number): JsonObject {
  return withAdmitted(context, ownStatus(context, index));
}

/**
 * Returns the sample status without the list items that admission adds. An apply must not take ownership of these
 * items.
 */
export function ownStatus(context: Pick<CheckContext, "kind">, index: number): JsonObject {
  const { statuses } = context.kind.samples;
  return statuses[index % statuses.length] ?? {};
}

/**
 * Prepends the list items that admission adds to every new object, if lists are merged. The stored status then equals
 * the submitted one.
 */
export function withAdmitted(context: Sampled, status: JsonObject): JsonObject {
  const admitted = context.firstObject()?.status;
  const via = mutationOf(context);
  if (admitted === undefined || via === undefined) return status;
  const { lists } = declaredFor(context, { verb: "updateStatus", via });
  return lists === "merged" ? beginningWith(admitted, status) : status;
}

export function mutationOf({ kind, via }: Pick<Sampled, "kind" | "via">): string | undefined {
  return via === "" ? kind.operations.updateStatus[0] : via;
}

/** Whether both the target and the kind of a case support a feature. */
export function supports(
  {
    kind,
    target,
  }: Pick<Sampled, "kind"> & { readonly target: Pick<TargetDescription, "features"> },
  feature: Feature,
): boolean {
  return target.features.includes(feature) && kind.lacks?.includes(feature) !== true;
}

/**
 * Returns the status fields that every write through the tested mutation contains: the fields that the mutation
 * requires, with values from the first sample, and the fields that it sets.
 */
export function demandedStatus(context: Pick<Sampled, "kind" | "via">): JsonObject {
  const via = mutationOf(context) ?? "";
  const names = context.kind.demandedMembers?.[via] ?? [];
  return { ...sampleFields(context, names), ...context.kind.statusSets?.[via] };
}

/**
 * Returns the status fields that a write through the tested mutation contains if the object might not have a status
 * yet: those of every write, and those that only the first status needs.
 */
export function firstStatus(context: Pick<Sampled, "kind" | "via">): JsonObject {
  return { ...onlyFirst(context), ...demandedStatus(context) };
}

function onlyFirst(context: Pick<Sampled, "kind" | "via">): JsonObject {
  return sampleFields(context, context.kind.requiredFirst?.[mutationOf(context) ?? ""] ?? []);
}

function sampleFields(context: Pick<Sampled, "kind">, names: readonly string[]): JsonObject {
  const sample = Object.entries(ownStatus(context, 0));
  return Object.fromEntries(sample.filter(([name]) => names.includes(name)));
}

/**
 * Returns the invalid samples, with the fields that the first status of an object needs. An object without a status
 * would otherwise reject them because these fields are missing.
 */
export function invalidStatuses(context: Pick<Sampled, "kind" | "via">): readonly InvalidStatus[] {
  const first = onlyFirst(context);
  return context.kind.samples.invalidStatuses.map((sample) => ({
    ...sample,
    status: { ...first, ...sample.status },
  }));
}

function beginningWith(admitted: JsonObject, status: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(status).map(([name, value]) => {
      const before = admitted[name];
      if (isJsonObject(before) && isJsonObject(value)) return [name, beginningWith(before, value)];
      return [
        name,
        isJsonList(before) && isJsonList(value) ? [...missingFrom(value, before), ...value] : value,
      ];
    }),
  );
}

/** Items with a type are compared by type. */
function missingFrom(
  list: readonly JsonValue[],
  entries: readonly JsonValue[],
): readonly JsonValue[] {
  const known = new Set(list.map(identityOfEntry));
  return entries.filter((entry) => !known.has(identityOfEntry(entry)));
}

function identityOfEntry(entry: JsonValue): string {
  return JSON.stringify(isJsonObject(entry) ? (entry["type"] ?? entry) : entry);
}

interface Beginning {
  readonly kind: Pick<KindDescription, "statusDefault" | "semantics">;
  readonly target: Pick<TargetDescription, "semantics">;
}

/**
 * Returns the status that the first write of some fields starts from. Usually, this is the status of the created
 * object, which admission may have set. If the kind declares a default status, the first write starts from that
 * default, or from an empty status if the first write replaces the default.
 */
export function statusBeginning(
  { kind, target }: Beginning,
  created: Pick<Resource, "status"> = {},
): JsonObject {
  if (kind.statusDefault === undefined) return created.status ?? {};
  const { statusDefault: fate } = { ...target.semantics, ...kind.semantics };
  return fate === "changed" ? kind.statusDefault : {};
}

/** Returns the sample spec of the tested kind at an index, modulo the number of samples. */
export function sampleSpec(context: CheckContext, index: number): JsonObject {
  const { specs } = context.kind.samples;
  return specs[index % specs.length] ?? {};
}

/** Returns a counter value that no new object has: if admission sets 1, for example, writing 1 would change nothing. */
export function freshCount(context: CheckContext, count: number): number {
  const initial = context.firstObject()?.status?.[context.kind.samples.counter];
  return typeof initial === "number" && initial > 0 ? initial + count : count;
}

/**
 * Returns a status that is unique to the given number: the counter set to the number, and the fields that the first
 * status of an object needs. Without a counter, the sample statuses repeat cyclically.
 */
export function countedStatus(context: Sampled, count: number): JsonObject {
  const { isUncounted, samples } = context.kind;
  if (isUncounted === true && !isVaried(samples)) return sampleStatus(context, count);
  const value = counterValue(context, count);
  return withAdmitted(context, { ...firstStatus(context), [samples.counter]: value });
}

/**
 * Returns the counter value for a number: the number itself or, for a kind without a counter, a sample value of the
 * field. Consecutive numbers have different values.
 */
export function counterValue(context: Pick<CheckContext, "kind">, count: number): JsonValue {
  const { isUncounted, samples } = context.kind;
  return isUncounted === true ? (ownStatus(context, count)[samples.counter] ?? null) : count;
}

/**
 * Returns up to `most` counted statuses, starting with number `from`, that differ from the stored status. Without a
 * counter, statuses repeat, and a write of the stored status would change nothing.
 */
export function changingStatuses(
  context: Sampled,
  { status: stored = {} }: Pick<Resource, "status">,
  { from, most }: { readonly from: number; readonly most: number },
): readonly JsonObject[] {
  const extra = context.kind.isUncounted === true ? context.kind.samples.statuses.length : 0;
  return Array.from({ length: most + extra }, (_, index) => countedStatus(context, from + index))
    .filter((status) => !isContained(status, stored))
    .slice(0, most);
}

function isContained(status: JsonObject, stored: JsonObject): boolean {
  return Object.entries(status).every(
    ([name, value]) =>
      (value === null && stored[name] === undefined) ||
      (name in stored && jsonEquals(value, stored[name])),
  );
}

function isVaried({ counter, statuses }: KindDescription["samples"]): boolean {
  const values = statuses.map(({ [counter]: value = null }) => value);
  // A sample that clears the field would not change a new object.
  if (values.includes(null)) return false;
  return new Set(values.map((value) => JSON.stringify(value))).size === statuses.length;
}

/**
 * Writes a random counter value from 1000 to 1999. Counters may have limits: if the target rejects the value as
 * invalid, writes the counter value of the second sample. Without a counter, writes the second sample.
 */
export async function writeCount(
  context: Pick<CheckContext, "kind" | "random">,
  write: (count: number) => Promise<Step>,
): Promise<{ readonly count: number; readonly step: Step }> {
  const { statuses, counter } = context.kind.samples;
  const sampled = statuses[1]?.[counter];
  const count = context.kind.isUncounted === true ? 1 : 1000 + context.random.below(1000);
  const step = await write(count);
  const { outcome } = step;
  const isBeyond = outcome.result === "refused" && outcome.refusal.reason === "invalid";
  if (!isBeyond || typeof sampled !== "number") return { count, step };
  return { count: sampled, step: await write(sampled) };
}

/** Creates the command that writes a status as the controller, through the tested mutation. */
export function statusWrite(
  context: CheckContext,
  key: ObjectKey,
  write: Pick<UpdateStatusCommand, "status"> & Partial<UpdateStatusCommand>,
): UpdateStatusCommand {
  return { verb: "updateStatus", identity: "controller", via: context.via, key, ...write };
}

/**
 * Returns the invalid samples that the schema permits in the tested mutation. Schema validation rejects other samples
 * before the server evaluates a request, so they do not show the order of evaluation.
 */
export function admittedInvalidStatuses(context: CheckContext): readonly InvalidStatus[] {
  const { name: kind, namespaces } = context.kind;
  const [namespace] = namespaces;
  const key = { kind, name: "any", ...(namespace === undefined ? {} : { namespace }) };
  const { resourceVersion } = context.firstObject()?.metadata ?? {
    resourceVersion: toVersion("1"),
  };
  return invalidStatuses(context).filter(({ status }) =>
    context.fits(statusWrite(context, key, { resourceVersion, status })),
  );
}

/** Creates the command with which the author writes the object at a version. */
export function specWrite(
  key: ObjectKey,
  write: { readonly resourceVersion: ResourceVersion } & Partial<UpdateCommand>,
): UpdateCommand {
  return { verb: "update", identity: "author", key, ...write };
}

const ownNames = authoredNames.filter((name) => authoredField(name).isShared !== true);

/**
 * Creates the command with which the author changes some fields at the object's version. Repeats the other fields,
 * because an update may replace the whole object.
 */
export function wholeWrite(
  kind: KindDescription,
  object: Resource,
  change: Pick<UpdateCommand, "annotations" | "labels">,
): UpdateCommand {
  const { resourceVersion } = object.metadata;
  const { finalizers = [], ...authored } = authoredOf(object.metadata, ownNames);
  return specWrite(keyOf(object), {
    resourceVersion,
    ...(object.spec === undefined ? {} : { spec: writableSpec(kind, object.spec) }),
    ...authored,
    ...(finalizers.length === 0 ? {} : { finalizers }),
    ...change,
  });
}

/**
 * Removes from a stored spec the fields that its input type lacks, because the server allocates them. Returns the
 * complete spec if the input type is unknown.
 */
export function writableSpec({ samples, shapes }: KindDescription, stored: JsonObject): JsonObject {
  const shape = shapes?.spec;
  if (shape?.kind !== "object") return stored;
  const names = new Set([
    ...shape.members.map(({ name }) => name),
    ...samples.specs.flatMap((spec) => Object.keys(spec)),
  ]);
  return Object.fromEntries(Object.entries(stored).filter(([name]) => names.has(name)));
}

/** Whether an update without a spec cleared a field of the stored spec, as replacing updates do. */
export function hasClearedSpec(before: Resource, after: Resource): boolean {
  const kept = Object.entries(before.spec ?? {}).filter(([, value]) => !isEmpty(value));
  return kept.some(([name]) => isEmpty(after.spec?.[name]));
}

/** Creates the command that reads one object as the author. */
export function readOf(key: ObjectKey): ReadCommand {
  return { verb: "read", identity: "author", key };
}

/**
 * Returns a selector for the objects of the case. Returns none if the target does not support label selectors, or if
 * the case has no label.
 */
export function ownSelector(
  context: Pick<CheckContext, "label" | "target">,
): Pick<ListCommand, "selector"> {
  const { label, target } = context;
  const canSelect = target.features.includes("watch.selector") && Object.keys(label).length > 0;
  return canSelect ? { selector: label } : {};
}

/** Returns the identity that lists objects: the reader or, without a credential for it, the author. */
export function listerIn({ target }: Pick<CheckContext, "target">): IdentityName {
  return target.identities.includes("reader") ? "reader" : "author";
}

export function listOf(context: CheckContext, key: ObjectKey): ListCommand {
  const { kind, namespace } = key;
  const where = namespace === undefined ? {} : { namespace };
  return { verb: "list", identity: listerIn(context), kind, ...where, ...ownSelector(context) };
}

/** Creates the command with which the controller watches the collection of an object. The object need not exist. */
export function watchOf(
  context: CheckContext,
  { kind, namespace }: Omit<ObjectKey, "name">,
): WatchCommand {
  const where = namespace === undefined ? {} : { namespace };
  return { verb: "watch", identity: "controller", kind, ...where, ...ownSelector(context) };
}

/**
 * Reads the stored object.
 *
 * @throws SetupFailed when it cannot be read.
 */
export async function readStored(context: CheckContext, key: ObjectKey): Promise<Resource> {
  const step = await context.call(readOf(key));
  return acceptedObject(step, "the object could not be read");
}

/**
 * Returns the object that an accepted step returned.
 *
 * @throws SetupFailed with `problem` otherwise.
 */
export function acceptedObject(step: Step, problem: string): Resource {
  const object = objectOf(step);
  if (object === undefined) {
    const { outcome } = step;
    const how =
      outcome.result === "done"
        ? "it was accepted, but neither the response nor a read showed the object"
        : describeOutcome(outcome);
    const what = `${problem}: ${how}`;
    throw step.command.verb === "create"
      ? new FixtureRefused(what, step)
      : new SetupFailed(what, step);
  }
  return object;
}
