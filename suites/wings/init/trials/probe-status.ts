import { holdsList, isEmpty, isJsonObject, isSemanticsName, isSameValue } from "#contract";
import type { JsonObject, JsonValue, ObjectKey, Resource, Semantics } from "#contract";
import type { Exchange } from "#targets";
import { withStatuses } from "#targets/graphql";
import type { KindDialect, StatusOperation } from "#targets/graphql";
import {
  demandedOf,
  isAccepted,
  membersThrough,
  objectIn,
  read,
  whyNot,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { learnFirstStatus } from "./probe-first-status.ts";
import { learnSets } from "./probe-sets.ts";

export interface StatusFindings {
  readonly kind: KindDialect;
  readonly semantics: Partial<Semantics>;
}

export async function probeStatusWrites(trial: Trial, key: ObjectKey): Promise<StatusFindings> {
  const { kind } = trial;
  const hasLists = kind.samples.statuses.some(holdsList);
  const operations: StatusOperation[] = [];
  const semantics: Partial<Semantics>[] = [];
  for (const operation of kind.operations.updateStatus) {
    const found = await probeMutation(partFor(trial, operation), key, operation);
    operations.push(found.operation);
    semantics.push(hasLists ? withoutAbsence(found.semantics) : found.semantics);
  }
  const first: Partial<Semantics> = {};
  for (const [index, { id }] of operations.entries()) {
    const seen = laterOf(semantics[index] ?? {}, first);
    Object.assign(first, seen);
    for (const [name, value] of Object.entries(seen)) {
      const path = ["kinds", kind.name, "semantics", name];
      if (value === "absent") trial.notes.note(path, "medium", absentLists(id));
      else trial.notes.note(path, "high", `${value}, as observed with ${id}`);
    }
  }
  const setting = await learnSets(trial, operations);
  const complete = await learnFirstStatus(trial, setting);
  const updateStatus = complete.map((operation, at) =>
    withOwn(operation, semantics[at] ?? {}, first),
  );
  return {
    kind: { ...kind, operations: { ...kind.operations, updateStatus } },
    semantics: first,
  };
}

/**
 * Returns what a mutation shows about semantics that no previous mutation showed: one that takes only required fields
 * shows nothing about null. Only the first mutation shows that no field can contain a list.
 */
function laterOf(
  { lists, ...rest }: Partial<Semantics>,
  before: Partial<Semantics>,
): Partial<Semantics> {
  const isFirst = Object.keys(before).length === 0;
  const seen = lists === undefined || (lists === "absent" && !isFirst) ? rest : { ...rest, lists };
  return Object.fromEntries(
    Object.entries(seen).filter(([name]) => !isSemanticsName(name) || before[name] === undefined),
  );
}

/** Drops the semantics `lists: absent`, because a mutation of some fields shows nothing about lists in other fields. */
function withoutAbsence({ lists, ...rest }: Partial<Semantics>): Partial<Semantics> {
  return lists === undefined || lists === "absent" ? rest : { ...rest, lists };
}

/**
 * Returns the note on a status in which no list was found. Another field may contain a list, so the user must check the
 * API.
 */
function absentLists(mutation: string): string {
  return `no sample has a list, and ${mutation} did not store a list in a separate field; if the status has lists, add a list to the first two samples and remove this entry`;
}

function partFor(trial: Trial, operation: StatusOperation): Trial {
  const { kind } = trial;
  const carried = membersThrough(trial, operation);
  if (carried === undefined) return trial;
  const statuses = kind.samples.statuses.map((status) =>
    Object.fromEntries(Object.entries(status).filter(([name]) => carried.includes(name))),
  );
  if (statuses.every((status) => Object.keys(status).length === 0)) return trial;
  return { ...trial, kind: { ...kind, samples: withStatuses(kind.samples, statuses) } };
}

function withOwn(
  operation: StatusOperation,
  seen: Partial<Semantics>,
  first: Partial<Semantics>,
): StatusOperation {
  const own = Object.keys(seen)
    .filter(isSemanticsName)
    .filter((name) => first[name] !== undefined && seen[name] !== first[name]);
  if (own.length === 0) return operation;
  return { ...operation, semantics: Object.fromEntries(own.map((name) => [name, seen[name]])) };
}

interface MutationFindings {
  readonly operation: StatusOperation;
  readonly semantics: Partial<Semantics>;
}

async function probeMutation(
  trial: Trial,
  key: ObjectKey,
  operation: StatusOperation,
): Promise<MutationFindings> {
  const at = ["kinds", trial.kind.name, "operations", "updateStatus", operation.id];
  const unobserved = (): MutationFindings => {
    return { operation: withGuessedMode(trial, operation), semantics: {} };
  };
  const { statuses } = trial.kind.samples;
  const stored = objectIn(await read(trial, key));
  // Only the effect of a status that is not yet stored can be seen.
  const status = statuses.find((one) => stored !== undefined && !holds(stored, one)) ?? statuses[0];
  if (stored === undefined || status === undefined) return unobserved();
  const version = stored.metadata.resourceVersion;
  const written = await writeStatus(trial, operation, { key, status, version });
  if (!isAccepted(written)) {
    noteRejected(trial, at, written);
    return unobserved();
  }
  const after = objectIn(await read(trial, key));
  if (after !== undefined && holds(after, status)) {
    trial.notes.note(at, "high", "a read returned the status that it wrote");
    const place = ["kinds", trial.kind.name, "paths", "status"];
    trial.notes.note(place, "high", "a written status was found in this field");
  } else {
    trial.notes.note(at, "low", "the status was accepted, but a later read did not return it");
    if (after === undefined || !showsPart(after, status)) return unobserved();
  }
  return await probeMode(trial, { key, operation, stored: after });
}

async function probeMode(
  trial: Trial,
  { key, operation, stored }: Stored,
): Promise<MutationFindings> {
  const attempt = { key, operation };
  const omission = await probeOmission(trial, { ...attempt, stored });
  const { modeIsGuessed: _guessed, ...settled } = operation;
  if (omission === undefined || omission === "none") {
    const semantics = await probeWhole(trial, attempt);
    const isIrrelevant = omission === "none";
    return { operation: isIrrelevant ? settled : withGuessedMode(trial, operation), semantics };
  }
  const at = ["kinds", trial.kind.name, "operations", "updateStatus", operation.id, "mode"];
  const isPartial = omission === "partial";
  const what = isPartial ? "left unchanged" : "removed";
  trial.notes.note(at, "high", `an omitted field was ${what}`);
  if (operation.statusMode === "apply") return { operation, semantics: {} };
  const semantics = isPartial
    ? await probeRest(trial, attempt)
    : await probeReplacement(trial, attempt);
  return { operation: { ...settled, statusMode: omission }, semantics };
}

/** Whether a read shows at least one written field. The endpoint may change the values of others. */
function showsPart({ status: shown }: Resource, status: JsonObject): boolean {
  return Object.entries(status).some(
    ([name, value]) => !isEmpty(value) && isSameValue(value, shown?.[name]),
  );
}

/**
 * Marks the mode as a guess until it is observed. A run then leaves undecided what depends on the mode. The mode of an
 * encoded write follows from its encoding.
 */
function withGuessedMode(trial: Trial, operation: StatusOperation): StatusOperation {
  if (operation.statusMode === "apply" || (operation.encoding ?? "plain") !== "plain") {
    return operation;
  }
  trial.notes.note(
    ["kinds", trial.kind.name, "operations", "updateStatus", operation.id, "mode"],
    "low",
    "not observed, because no read showed whether a status write keeps or removes all fields that it omits; correct it, or confirm it and remove modeIsGuessed",
  );
  return { ...operation, modeIsGuessed: true };
}

/** Notes the rejection of the samples, because a run needs an accepted sample. */
function noteRejected(trial: Trial, path: readonly string[], written: Exchange): void {
  const reason = `the endpoint rejected a sample: ${whyNot(written)}`;
  trial.notes.add({ path, confidence: "low", reason, isBlocking: true });
}

interface Attempt {
  readonly key: ObjectKey;
  readonly operation: StatusOperation;
}

interface Stored extends Attempt {
  readonly stored: Resource;
}

/**
 * Returns `partial` if omitted fields keep their values, `replace` if they lose them, and `none` if no field can be
 * omitted. Returns undefined if the write had no visible effect, or if the omitted fields disagree.
 */
async function probeOmission(
  trial: Trial,
  { key, operation, stored }: Stored,
): Promise<"none" | "partial" | "replace" | undefined> {
  const { statuses } = trial.kind.samples;
  const counter = moverOf(trial, stored.status ?? {});
  const demanded = demandedOf(trial, operation);
  const optional = ({ status = {} }: Pick<Resource, "status">): readonly string[] =>
    Object.keys(status).filter((name) => name !== counter && !(name in demanded));
  const own = optional({ status: statuses[0] ?? {} });
  // If this mutation accepts only one field, the test uses fields that other mutations have written.
  const names = own.length > 0 ? own : optional(stored);
  if (names.length === 0) {
    return membersThrough(trial, operation) === undefined ? "none" : undefined;
  }
  const before = stored.status ?? {};
  const next = nextValue(trial, counter, before);
  if (next === undefined) return undefined;
  const version = stored.metadata.resourceVersion;
  const status = { [counter]: next };
  const written = await writeStatus(trial, operation, { key, status, version });
  const after = objectIn(await read(trial, key))?.status ?? {};
  if (!isAccepted(written) || !hasMoved(counter, before, after)) return undefined;
  const omitted = names.filter((name) => !isEmpty(before[name]));
  const kept = omitted.filter((name) => !hasMoved(name, before, after));
  if (kept.length < omitted.length) {
    // A field without a value may have the same default.
    return kept.every((name) => isDefault(before[name])) ? "replace" : undefined;
  }
  return kept.some((name) => !isDefault(before[name])) ? "partial" : undefined;
}

/** The counter, or a field whose samples differ if the status has no counter, such as one of enums and Booleans. */
function moverOf(trial: Trial, stored: JsonObject): string {
  const { counter, statuses } = trial.kind.samples;
  const all = [counter, ...Object.keys(statuses[0] ?? {})];
  return all.find((name) => nextValue(trial, name, stored) !== undefined) ?? counter;
}

/** A sample value of a field that differs from the stored one, so that a write of it has a visible effect. */
function nextValue(trial: Trial, name: string, stored: JsonObject): JsonValue | undefined {
  return trial.kind.samples.statuses
    .map((status) => status[name])
    .find((value) => value !== undefined && !isSameValue(value, stored[name]));
}

function hasMoved(name: string, before: JsonObject, after: JsonObject): boolean {
  return !isSameValue(before[name] ?? null, after[name] ?? null);
}

/** Whether a value is a common default of its type. */
function isDefault(value: JsonValue | undefined): boolean {
  return value === false || value === 0 || value === "" || isEmpty(value);
}

async function probeRest(trial: Trial, { key, operation }: Attempt): Promise<Partial<Semantics>> {
  const nulls = await probeNull(trial, { key, operation });
  const noOp = await probeNoOp(trial, { key, operation });
  const lists = await probeLists(trial, { key, operation });
  const precondition = await probePrecondition(trial, { key, operation });
  return {
    omittedMembers: "unchanged",
    ...(nulls === undefined ? {} : { nullMembers: nulls }),
    ...(noOp === undefined ? {} : { noOp }),
    ...(lists === undefined ? {} : { lists }),
    ...(precondition === undefined ? {} : { precondition }),
  };
}

/** Tests a mutation that always takes the whole status, such as a status with a single field. */
async function probeWhole(trial: Trial, attempt: Attempt): Promise<Partial<Semantics>> {
  if (attempt.operation.statusMode === "apply") return {};
  const { omittedMembers: _, ...rest } = await probeReplacement(trial, attempt);
  return rest;
}

/** Tests a mutation that replaces the status, where lists have no separate effect. */
async function probeReplacement(trial: Trial, attempt: Attempt): Promise<Partial<Semantics>> {
  const nulls = await probeNull(trial, attempt);
  const noOp = await probeNoOp(trial, attempt);
  const precondition = await probePrecondition(trial, attempt);
  return {
    omittedMembers: "removed",
    ...(nulls === "cleared" ? { nullMembers: nulls } : {}),
    ...(noOp === undefined ? {} : { noOp }),
    ...(precondition === undefined ? {} : { precondition }),
  };
}

async function probeNull(
  trial: Trial,
  { key, operation }: Attempt,
): Promise<Semantics["nullMembers"] | undefined> {
  const { counter, statuses } = trial.kind.samples;
  const demanded = demandedOf(trial, operation);
  const members = Object.keys(statuses[0] ?? {}).filter((name) => !(name in demanded));
  const others = members.filter((name) => name !== counter);
  for (const member of [...others, ...members.filter((name) => name === counter)]) {
    const stored = objectIn(await read(trial, key));
    const before = stored?.status?.[member];
    if (stored === undefined || isEmpty(before)) continue;
    const version = stored.metadata.resourceVersion;
    const status = { [member]: null };
    if (!isAccepted(await writeStatus(trial, operation, { key, status, version }))) continue;
    const after = objectIn(await read(trial, key))?.status?.[member];
    // If the endpoint resets the field to its default instead of clearing or keeping it, another field is tested.
    if (isEmpty(after)) return "cleared";
    if (isSameValue(before, after)) return "unchanged";
  }
  return undefined;
}

async function probeNoOp(
  trial: Trial,
  { key, operation }: Attempt,
): Promise<Semantics["noOp"] | undefined> {
  const status = trial.kind.samples.statuses[2];
  const before = objectIn(await read(trial, key));
  if (status === undefined || before === undefined) return undefined;
  await writeStatus(trial, operation, { key, status, version: before.metadata.resourceVersion });
  const stored = objectIn(await read(trial, key));
  if (stored === undefined || !holds(stored, status)) return undefined;
  const version = stored.metadata.resourceVersion;
  const again = await writeStatus(trial, operation, { key, status, version });
  const after = objectIn(await read(trial, key));
  if (!isAccepted(again) || after === undefined) return undefined;
  return after.metadata.resourceVersion === version ? "keepsVersion" : "takesVersion";
}

/** A field that no kind defines. */
const addedList = "conformanceItems";

/**
 * Returns `absent` if an untyped status stores no lists: no sample has a list, and an added list is rejected or
 * dropped. Undefined if the probe is inconclusive.
 */
async function probeAddedList(
  trial: Trial,
  { key, operation }: Attempt,
): Promise<Semantics["lists"] | undefined> {
  const { samples, name } = trial.kind;
  const described = trial.target.description.kinds.find((kind) => kind.name === name);
  const stored = objectIn(await read(trial, key));
  const [status] = samples.statuses;
  const isExcused = described?.excuses?.["write.lists-are-replaced"] !== undefined;
  if (isExcused || stored === undefined || status === undefined) return undefined;
  const version = stored.metadata.resourceVersion;
  const listed = { ...status, [addedList]: ["first"] };
  const written = await writeStatus(trial, operation, { key, status: listed, version });
  if (!isAccepted(written)) {
    const control = await writeStatus(trial, operation, { key, status, version });
    return written.outcome.result === "refused" && isAccepted(control) ? "absent" : undefined;
  }
  const after = objectIn(await read(trial, key));
  return after !== undefined && holds(after, status) && after.status?.[addedList] === undefined
    ? "absent"
    : undefined;
}

/**
 * Whether a written list that omits a stored item keeps the item. Undefined if no sample omits an item, or if the write
 * was rejected or had no effect. Without a list in the samples, tests a list that is added to them.
 */
async function probeLists(
  trial: Trial,
  { key, operation }: Attempt,
): Promise<Semantics["lists"] | undefined> {
  if (!trial.kind.samples.statuses.some(holdsList)) {
    return await probeAddedList(trial, { key, operation });
  }
  const stored = objectIn(await read(trial, key));
  const shorter = trial.kind.samples.statuses.flatMap((status) =>
    leavingOut(status, stored?.status),
  );
  const [found] = shorter;
  if (stored === undefined || found === undefined) return undefined;
  const { member, list, left } = found;
  const { counter } = trial.kind.samples;
  const before = stored.status ?? {};
  const next = counter === member ? undefined : nextValue(trial, counter, before);
  const version = stored.metadata.resourceVersion;
  const status = { ...(next === undefined ? {} : { [counter]: next }), [member]: list };
  const written = await writeStatus(trial, operation, { key, status, version });
  const after = objectIn(await read(trial, key))?.status ?? {};
  const items = itemsOf(after[member]);
  if (!isAccepted(written)) return undefined;
  if (!left.some((item) => items.some((other) => isSameValue(item, other)))) return "replaced";
  // A write without an effect keeps the items too.
  return hasMoved(counter, before, after) || hasMoved(member, before, after) ? "merged" : undefined;
}

interface Shorter {
  readonly member: string;
  readonly list: JsonValue;
  readonly left: readonly JsonValue[];
}

function leavingOut(status: JsonObject, stored: JsonObject = {}): readonly Shorter[] {
  return Object.entries(status).flatMap(([member, list]) => {
    const items = itemsOf(list);
    const left = itemsOf(stored[member]).filter((item) => !isAmong(item, items));
    return items.length === 0 || left.length === 0 ? [] : [{ member, list, left }];
  });
}

/**
 * Whether a list contains an item. Items with the same type count as the same item, because such lists are merged by
 * type.
 */
function isAmong(item: JsonValue, items: readonly JsonValue[]): boolean {
  const type = typeOf(item);
  return items.some((other) =>
    type === undefined ? isSameValue(item, other) : typeOf(other) === type,
  );
}

function typeOf(item: JsonValue): JsonValue | undefined {
  return isJsonObject(item) ? item["type"] : undefined;
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

async function probePrecondition(
  trial: Trial,
  { key, operation }: Attempt,
): Promise<Semantics["precondition"] | undefined> {
  const { counter, statuses } = trial.kind.samples;
  const [status] = statuses;
  if (status === undefined) return undefined;
  const value = status[counter];
  const sent = value === undefined ? status : { [counter]: value };
  const written = await writeStatus(trial, operation, { key, status: sent });
  if (written.outcome.result === "unknown" || written.outcome.result === "unsupported")
    return undefined;
  return isAccepted(written) ? "optional" : "required";
}

/**
 * Whether an object has the written status. Ignores the contents of lists, because they may be merged, but a list that
 * was written with items must not be empty.
 */
function holds(object: Resource, status: JsonObject): boolean {
  const shown = object.status ?? {};
  return Object.entries(status).every(
    ([name, value]) =>
      isSameValue(value, shown[name]) ||
      (Array.isArray(value) && (value.length === 0 || itemsOf(shown[name]).length > 0)),
  );
}
