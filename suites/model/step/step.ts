import { isDryRun, isEmptyField, isSameValue, jsonEquals, semanticsOfCommand } from "#contract";
import type { Command, CreateCommand, JsonObject, ObjectKey, UpdateCommand } from "#contract";
import { isSameField, mayStoreEmpty, predictable, predictedNames } from "../state/authored.ts";
import { isSameOwners } from "../state/field-ownership.ts";
import type { ExpectedObject, Prediction } from "../state/prediction.ts";
import { refusalsBeforeContent, refusedFor } from "./predict-refusal.ts";
import type { ObjectCommand } from "./predict-refusal.ts";
import { predecessorsOf, storedUnder } from "../state/state.ts";
import type { ModelRules, ModelState, StoredObject } from "../state/state.ts";
import { foreignValues, isWithoutStatus } from "./first-status.ts";
import {
  formOf,
  isStatusWrite,
  membersIn,
  writtenStatus,
  writtenStatuses,
} from "./status-write.ts";
import type { StatusResult, StatusWrite } from "./status-write.ts";

/**
 * Returns all permitted results of a command, of which the observation selects one. Pure. Returns `open` if the
 * contract leaves the behavior to the target.
 */
export function step(
  state: ModelState,
  command: Command,
  declared: ModelRules,
): readonly Prediction[] {
  if (command.verb === "list") return [listed(state, command)];
  const rules = rulesOf(command, declared);
  const { semantics } = rules;
  const refusals = refusalsBeforeContent(state, command, rules);
  const stored = storedUnder(state, command.key);
  if (refusals.length === 0) return acceptedWithNames(state, command, rules);
  // The contract requires a version only for status writes. A target may also require one for spec writes.
  if (command.verb === "update" && refusals.every(isVersionless)) {
    return [...refusals, ...acceptedWithNames(state, command, rules)];
  }
  // If a write is both stale and invalid, the target's declaration determines the error.
  const isBoth = refusals.every(isStale) && stored !== undefined;
  if (!isBoth || (semantics.staleAndFailing ?? semantics.staleAndInvalid) !== "invalid") {
    return refusals;
  }
  const failed = refusedFor("failed patch");
  switch (applicationOf(command, stored, rules)) {
    case "fails":
      return [failed];
    case "may fail":
      return [...refusals, failed];
    case "applies":
      return refusals;
  }
}

function isVersionless(prediction: Prediction): boolean {
  return prediction.result === "refused" && prediction.cause === "no version";
}

function acceptedWithNames(
  state: ModelState,
  command: ObjectCommand,
  rules: ModelRules,
): readonly Prediction[] {
  const compared = comparedMembers(state, command, rules);
  return accepted(state, command, rules).map((prediction) =>
    prediction.result === "object"
      ? { ...prediction, expected: { ...prediction.expected, ...compared } }
      : prediction,
  );
}

/**
 * Returns the status fields that must have the predicted values, and the values that others must not have. The first
 * status of an object may have defaults in the fields that the write omitted.
 */
function comparedMembers(
  state: ModelState,
  command: ObjectCommand,
  rules: ModelRules,
): Pick<ExpectedObject, "foreign" | "named"> {
  const stored = storedUnder(state, command.key);
  const isFirst =
    stored !== undefined && isStatusWrite(command) && isWithoutStatus(state, command, stored);
  if (!isFirst) return { named: namedMembers(state, command, rules) };
  return { named: new Set(membersIn(command)), foreign: foreignValues(state, command, rules) };
}

/** Returns the status fields that this or a preceding command contains, or that defaults set. */
export function namedMembers(
  { mentioned }: ModelState,
  command: Command,
  { statusDefault = {} }: ModelRules,
): ReadonlySet<string> {
  const own = isStatusWrite(command) ? membersIn(command) : [];
  return new Set([...mentioned, ...Object.keys(statusDefault), ...own]);
}

function rulesOf(command: ObjectCommand, rules: ModelRules): ModelRules {
  const statusWrites = Object.keys(rules.statusModes);
  return { ...rules, semantics: semanticsOfCommand({ ...rules, statusWrites }, command) };
}

function isStale(prediction: Prediction): boolean {
  return prediction.result === "refused" && prediction.reasons.includes("conflict");
}

/**
 * Determines whether a patch can be applied. The answer is unknown if it depends on fields that are stored but not
 * shown.
 */
function applicationOf(
  command: ObjectCommand,
  stored: StoredObject,
  rules: ModelRules,
): "applies" | "fails" | "may fail" {
  if (command.verb !== "patchStatus") return "applies";
  const { result } = writtenStatus(command, stored, rules);
  if (result === "failed") return "fails";
  return result === "open" && command.format === "json" ? "may fail" : "applies";
}

function accepted(
  state: ModelState,
  command: ObjectCommand,
  rules: ModelRules,
): readonly Prediction[] {
  const stored = storedUnder(state, command.key);
  if (command.verb === "create") return [created(state, command, rules)];
  if (stored === undefined) return [{ result: "open" }];
  switch (command.verb) {
    case "read":
      return [{ result: "object", expected: unchanged(stored), effect: { effect: "none" } }];
    case "update":
      return [updated(command, stored, rules)];
    case "updateStatus":
    case "patchStatus":
      return writtenStatuses(command, stored, rules).map((result) =>
        reported(result, command, { stored, rules }),
      );
    case "delete":
      return isDryRun(command) ? triedDeletions(stored) : deletions(stored);
  }
}

function listed(
  state: ModelState,
  { kind, namespace }: { readonly kind: string; readonly namespace?: string },
): Prediction {
  const items = [...state.objects.values()]
    .map(({ object }) => object)
    .filter((object) => object.kind === kind && object.metadata.namespace === namespace);
  const known = state.log.map(({ key }) => key.name);
  return { result: "list", items, names: new Set(known) };
}

function created(
  state: ModelState,
  command: CreateCommand,
  { statusDefault }: ModelRules,
): Prediction {
  const { spec } = command;
  const expected: ExpectedObject = {
    version: "new",
    generation: 1,
    spec,
    status: statusDefault,
    excluded: excludedIn(state, command.key),
    authored: predictable(command),
    isTerminating: false,
  };
  const isDefaultStatus = statusDefault !== undefined;
  return {
    result: "object",
    expected,
    effect: { effect: "stored", owners: new Map(), isDefaultStatus },
  };
}

/**
 * Returns the status that a new object must not have: that of its predecessor. The initial statuses are included
 * because their values do not count.
 */
function excludedIn(state: ModelState, key: ObjectKey): NonNullable<ExpectedObject["excluded"]> {
  const first = state.log.find(({ type }) => type === "ADDED");
  const predecessor = predecessorsOf(state, key).at(-1);
  const birth = state.log.find(
    ({ type, object }) => type === "ADDED" && object.metadata.uid === predecessor?.metadata.uid,
  );
  return {
    foreign: predecessor?.status ?? {},
    initial: birth?.object.status,
    unrelated: first?.object.status,
  };
}

function unchanged({ object }: StoredObject): ExpectedObject {
  const { metadata, spec, status } = object;
  const { generation, deletionTimestamp } = metadata;
  return {
    before: object,
    version: "kept",
    ...(generation === undefined ? {} : { generation }),
    spec,
    tolerated: spec ?? {},
    status,
    authored: predictable(metadata),
    isTerminating: deletionTimestamp !== undefined,
  };
}

function updated(command: UpdateCommand, stored: StoredObject, rules: ModelRules): Prediction {
  const same = unchanged(stored);
  const { spec = same.spec } = command;
  const authored = { ...same.authored, ...predictable(command) };
  const { finalizers = [] } = authored;
  const held = same.authored.finalizers ?? [];
  const isLate = finalizers.some((finalizer) => !held.includes(finalizer));
  if (same.isTerminating && isLate) return refusedFor("finalizer added after the deletion request");
  const isSameMetadata = predictedNames.every((name) =>
    isSameField(authored[name], same.authored[name]),
  );
  const untouched = mayStoreEmpty(command, stored.object.metadata)
    ? "either"
    : untouchedVersion(stored, rules);
  const { generation: _counted, ...rest } = same;
  const expected: ExpectedObject = {
    ...rest,
    ...specChange(same, spec, isSameMetadata ? untouched : "new"),
    spec,
    authored,
  };
  if (same.isTerminating && finalizers.length === 0) {
    // Like the response to a delete request, the response to the write that completes a deletion may show the last
    // state.
    const last: ExpectedObject = { ...expected, version: "either" };
    return { result: "object", expected: last, effect: { effect: "removed" } };
  }
  const { owners, isDefaultStatus } = stored;
  return { result: "object", expected, effect: { effect: "stored", owners, isDefaultStatus } };
}

/**
 * Predicts the effect of a spec write on version and generation. `unmoved` is the expected version if the spec does not
 * change.
 */
function specChange(
  { spec: before, generation }: ExpectedObject,
  after: JsonObject | undefined,
  unmoved: "either" | "kept" | "new",
): Pick<ExpectedObject, "generation" | "version"> {
  const hasGeneration = generation !== undefined;
  if (jsonEquals(before, after)) return { version: unmoved, ...(hasGeneration && { generation }) };
  // The write may be a no-op: it omits a field, which the server may keep or reset to its default, or a value differs
  // only in format.
  const isOpen = Object.entries(after ?? {}).every(([name, value]) =>
    isSameValue(before?.[name], value),
  );
  if (isOpen) return { version: unmoved === "new" ? "new" : "either" };
  return { version: "new", ...(hasGeneration && { generation: generation + 1 }) };
}

function reported(
  result: StatusResult,
  command: StatusWrite,
  at: { readonly stored: StoredObject; readonly rules: ModelRules },
): Prediction {
  switch (result.result) {
    case "failed":
      return refusedFor("failed patch");
    case "owned":
      return refusedFor("owned by others");
    case "open":
      return { result: "open" };
    case "status":
      return reportedAs(result, command, at);
  }
}

function reportedAs(
  { status, owners, mayClaim }: Extract<StatusResult, { readonly result: "status" }>,
  command: StatusWrite,
  { stored, rules }: { readonly stored: StoredObject; readonly rules: ModelRules },
): Prediction {
  const same = unchanged(stored);
  const isTrial = isDryRun(command);
  const isSame = jsonEquals(status, same.status);
  const isAlike = isSame || isSameValue(status, same.status);
  const keepsRest =
    mayClaim !== true &&
    !stored.isDefaultStatus &&
    isSameOwners(owners, stored.owners) &&
    !mayStoreNulls(command, rules);
  const unlike = isAlike ? "either" : "new";
  const version = isSame && keepsRest ? noOpVersion(rules) : unlike;
  return {
    result: "object",
    expected: {
      ...same,
      status,
      version: isTrial ? "either" : version,
    },
    effect: isTrial ? { effect: "none" } : { effect: "stored", owners, isDefaultStatus: false },
  };
}

/**
 * Whether a null may be stored as sent because the status is replaced as a whole. A stored null may differ from an
 * absent field.
 */
function mayStoreNulls(command: StatusWrite, rules: ModelRules): boolean {
  if (command.verb !== "updateStatus" || formOf(command, rules) !== "replace") return false;
  return Object.values(command.status).includes(null);
}

/** The response may show the state after the deletion request, or the last state. */
function triedDeletions(stored: StoredObject): readonly Prediction[] {
  const { generation: _counted, ...rest } = unchanged(stored);
  const last: ExpectedObject = { ...rest, version: "either" };
  return [last, { ...last, isTerminating: true }].map((expected) => ({
    result: "object",
    expected,
    effect: { effect: "none" },
  }));
}

function deletions(stored: StoredObject): readonly Prediction[] {
  const same = unchanged(stored);
  if (!isEmptyField(same.authored.finalizers)) return [heldDeletion(stored, same)];
  // The response may show the last state instead of the state after the delete request.
  const expected: ExpectedObject = { ...same, version: "either" };
  const { generation: _counted, ...rest } = expected;
  return [
    { result: "object", expected, effect: { effect: "removed" } },
    // A server may first announce the deletion of an object, and remove it shortly afterwards.
    {
      result: "object",
      expected: { ...rest, isTerminating: true },
      effect: { effect: "removed", isPending: true },
    },
  ];
}

function heldDeletion(stored: StoredObject, same: ExpectedObject): Prediction {
  const { owners, isDefaultStatus } = stored;
  const effect = { effect: "stored", owners, isDefaultStatus } as const;
  if (same.isTerminating)
    return { result: "object", expected: { ...same, version: "either" }, effect };
  const { generation } = same;
  const expected: ExpectedObject = {
    ...same,
    version: "new",
    ...(generation === undefined ? {} : { generation: generation + 1 }),
    isTerminating: true,
  };
  return { result: "object", expected, effect };
}

/**
 * Returns the expected version of a write that is otherwise a no-op. The first write to an object may store a default
 * that was only shown before, whichever fields it writes.
 */
function untouchedVersion(stored: StoredObject, rules: ModelRules): "either" | "kept" | "new" {
  const mayStore = stored.isDefaultStatus && rules.semantics.statusDefault === "changed";
  return mayStore ? "either" : noOpVersion(rules);
}

function noOpVersion({ semantics }: ModelRules): "kept" | "new" {
  return semantics.noOp === "keepsVersion" ? "kept" : "new";
}
