import { holdsList, isJsonObject, isSameValue, jsonEquals } from "#contract";
import type {
  Command,
  JsonObject,
  JsonValue,
  PatchStatusCommand,
  UpdateStatusCommand,
} from "#contract";
import { applyPatch } from "../state/json-patch.ts";
import { applyStatus, leavesOf, mayHaveClaimed, takeChanged } from "../state/field-ownership.ts";
import type { Owners } from "../state/field-ownership.ts";
import type { ModelRules, StatusTreatment, StoredObject } from "../state/state.ts";

export type StatusWrite = PatchStatusCommand | UpdateStatusCommand;

/** The effect of a status write on the stored status, which depends on its operation or patch type. */
export type StatusForm = StatusTreatment | "json" | "merge";

export type StatusResult =
  | {
      readonly result: "status";
      readonly status: JsonObject | undefined;
      readonly owners: Owners;
      /** Whether the write may change the recorded managers of an empty JSON object in the status. */
      readonly mayClaim?: boolean;
    }
  | { readonly result: "failed" }
  | { readonly result: "owned" }
  /**
   * Not predicted. The result depends on the merge strategy of a list, on fields that are not shown, or on a decision
   * of the target.
   */
  | { readonly result: "open" };

export function formOf(command: StatusWrite, rules: ModelRules): StatusForm {
  if (command.verb === "patchStatus") return command.format;
  return rules.statusModes[command.via ?? ""] ?? defaultForm(rules);
}

/** Returns the form of status writes without `via`, which is that of the kind's first operation. */
function defaultForm({ statusModes, semantics }: ModelRules): StatusTreatment {
  const first = Object.values(statusModes)[0];
  return first ?? (semantics.omittedMembers === "removed" ? "replace" : "partial");
}

/**
 * Returns all permitted results of a status write. Without a declaration, the target may keep or remove omitted fields
 * of nested objects.
 */
export function writtenStatuses(
  command: StatusWrite,
  stored: StoredObject,
  rules: ModelRules,
): readonly StatusResult[] {
  const { nestedMembers } = rules.semantics;
  if (nestedMembers !== undefined || formOf(command, rules) !== "partial") {
    return [writtenStatus(command, stored, rules)];
  }
  const [kept, gone] = (["merged", "replaced"] as const).map((nested) =>
    writtenStatus(command, stored, withNested(rules, nested)),
  );
  if (kept?.result !== "status" || gone?.result !== "status")
    return kept === undefined ? [] : [kept];
  return jsonEquals(kept.status, gone.status) ? [kept] : [kept, gone];
}

function withNested(rules: ModelRules, nestedMembers: "merged" | "replaced"): ModelRules {
  return { ...rules, semantics: { ...rules.semantics, nestedMembers } };
}

export function writtenStatus(
  command: StatusWrite,
  stored: StoredObject,
  rules: ModelRules,
): StatusResult {
  const form = formOf(command, rules);
  // A default status represents a status that was never written. The first write replaces it as a whole, or is merged
  // into it.
  const isReplaced = stored.isDefaultStatus && rules.semantics.statusDefault !== "changed";
  const reported = isReplaced ? undefined : stored.object.status;
  const base = { ...stored, isDefaultStatus: isReplaced };
  switch (form) {
    case "apply":
      return appliedOrOpen(command, { ...stored, reported }, rules);
    case "json":
      return patched(command, base, rules);
    case "merge":
    case "partial": {
      const submitted = statusIn(command);
      if (submitted === undefined) return unchanged(stored);
      const clears = form === "merge" || rules.semantics.nullMembers === "cleared";
      const written = clears ? submitted : without(submitted);
      const isShallow = form === "partial" && rules.semantics.nestedMembers === "replaced";
      return changed(
        command,
        base,
        isShallow ? laidOver(reported, written) : merged(reported, written),
      );
    }
    case "replace": {
      const submitted = statusIn(command);
      return submitted === undefined
        ? unchanged(stored)
        : changed(command, base, {
            ...ofOthers(command, reported, rules),
            ...without(submitted),
          });
    }
  }
}

/** Returns the fields that a mutation keeps because they belong to other mutations. */
function ofOthers(
  command: StatusWrite,
  reported: JsonObject | undefined,
  { statusMembers = {} }: ModelRules,
): JsonObject {
  const own = command.verb === "updateStatus" ? statusMembers[command.via ?? ""] : undefined;
  if (own === undefined) return {};
  return Object.fromEntries(Object.entries(reported ?? {}).filter(([name]) => !own.includes(name)));
}

/**
 * Returns the result of an apply. It is open if the apply may change fields with an unknown owner. If the target
 * declares that it rejects empty applies, the result is also open if the apply contains or leaves no fields. A target
 * that accepts such an apply decides whether to record the manager (row CC-17).
 */
function appliedOrOpen(
  command: StatusWrite,
  stored: StoredObject & { readonly reported: JsonObject | undefined },
  { semantics, standingMembers }: ModelRules,
): StatusResult {
  const result = applied(command, stored);
  if (result.result === "status" && mayBeOwned(command, stored, standingMembers)) {
    return { result: "open" };
  }
  if (semantics.emptyApply !== "refused") return result;
  const leavesNothing = result.result === "status" && isEmpty(result.status);
  return leavesNothing || isEmpty(statusIn(command)) ? { result: "open" } : result;
}

/**
 * Whether an apply without force changes initial fields, which admission may own, or fields that are stored but not
 * shown: the manager whose write set a default owns it.
 */
function mayBeOwned(
  command: StatusWrite,
  { reported, owners }: StoredObject & { readonly reported: JsonObject | undefined },
  standingMembers: readonly string[] = [],
): boolean {
  if (command.options?.force ?? command.verb === "updateStatus") return false;
  const submitted = without(statusIn(command) ?? {});
  const isHidden = (name: string): boolean => reported?.[name] === undefined;
  if (standingMembers.some((name) => name in submitted && isHidden(name))) return true;
  const before = leavesOf(reported);
  const wanted = leavesOf(submitted);
  return [...wanted].some(([path, value]) => {
    const is = before.get(path);
    return is !== undefined && !owners.has(path) && !isSameValue(is, value);
  });
}

function isEmpty(status: JsonObject | undefined): boolean {
  return Object.keys(without(status ?? {})).length === 0;
}

function unchanged({ object, owners }: StoredObject): StatusResult {
  return { result: "status", status: object.status, owners };
}

function changed(
  command: StatusWrite,
  { object, owners, isDefaultStatus }: StoredObject,
  status: JsonObject,
): StatusResult {
  const before = isDefaultStatus ? undefined : object.status;
  const writer = `update:${command.options?.fieldManager ?? command.identity}`;
  const next = takeChanged(owners, writer, { before, after: status });
  return { result: "status", status, owners: next };
}

function applied(
  command: StatusWrite,
  stored: StoredObject & { readonly reported: JsonObject | undefined },
): StatusResult {
  const submitted = without(statusIn(command) ?? {});
  if (holdsList(submitted)) return { result: "open" };
  const manager = `apply:${command.options?.fieldManager ?? "usual"}`;
  const { owners, reported } = stored;
  const application = applyStatus({ status: reported, owners }, manager, submitted);
  // A complete status is applied with force, unless the command specifies otherwise.
  const isForced = command.options?.force ?? command.verb === "updateStatus";
  return application.conflicts.length > 0 && !isForced
    ? { result: "owned" }
    : {
        result: "status",
        status: application.status,
        owners: application.owners,
        mayClaim: mayHaveClaimed(application.owners, manager),
      };
}

function patched(
  command: StatusWrite,
  stored: StoredObject,
  { standingMembers = [] }: ModelRules,
): StatusResult {
  const { spec, status: before } = stored.object;
  const sides = spec === undefined ? {} : { spec };
  const patch = command.verb === "patchStatus" ? command.patch : [];
  const result = applyPatch(
    { ...sides, ...(before === undefined ? {} : { status: before }) },
    patch,
  );
  if (result === undefined || !isJsonObject(result)) {
    // The write may affect fields that are stored but not shown.
    const unseen = Object.fromEntries(standingMembers.map((name) => [name, null]));
    const may =
      standingMembers.length > 0 &&
      applyPatch({ ...sides, status: { ...unseen, ...before } }, patch);
    return { result: may === false || may === undefined ? "failed" : "open" };
  }
  const { status } = result;
  return isJsonObject(status) ? changed(command, stored, without(status)) : { result: "open" };
}

export function isStatusWrite(command: Command): command is StatusWrite {
  return command.verb === "updateStatus" || command.verb === "patchStatus";
}

export function membersIn(command: StatusWrite): readonly string[] {
  return sentIn(command).map(([member]) => member);
}

/** Returns the top-level status fields of a command, with their values if it contains whole values. */
export function sentIn(
  command: StatusWrite,
): readonly (readonly [member: string, value: JsonValue | undefined])[] {
  const status = statusIn(command);
  if (status !== undefined) return Object.entries(status);
  const operations = command.verb === "patchStatus" ? command.patch : [];
  return (Array.isArray(operations) ? operations : []).flatMap((operation: unknown) => {
    if (!isJsonObject(operation)) return [];
    const { path, value } = operation;
    const [, side, member, ...inner] = typeof path === "string" ? path.split("/") : [];
    if (side !== "status") return [];
    if (member === undefined) return Object.entries(isJsonObject(value) ? value : {});
    return [[member, inner.length === 0 ? value : undefined] as const];
  });
}

function statusIn(command: StatusWrite): JsonObject | undefined {
  if (command.verb === "updateStatus") return command.status;
  const status = isJsonObject(command.patch) ? command.patch["status"] : undefined;
  return isJsonObject(status) ? status : undefined;
}

/**
 * Applies a merge patch (RFC 7386): objects are merged recursively, null removes a field, and any other value replaces
 * the stored one.
 */
export function merged(stored: JsonObject | undefined, submitted: JsonObject): JsonObject {
  const members = new Map(Object.entries(stored ?? {}));
  for (const [name, value] of Object.entries(submitted)) {
    if (value === null) members.delete(name);
    else members.set(name, mergedValue(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/** Merges at the top level only: each submitted field replaces the stored field. */
function laidOver(stored: JsonObject | undefined, submitted: JsonObject): JsonObject {
  return without({ ...stored, ...submitted });
}

function mergedValue(stored: JsonValue | undefined, submitted: JsonValue): JsonValue {
  if (!isJsonObject(submitted)) return without(submitted);
  return merged(isJsonObject(stored) ? stored : undefined, submitted);
}

/** Removes null fields, which are equivalent to absent fields at every depth. */
function without(value: JsonObject): JsonObject;
function without(value: JsonValue): JsonValue;
function without(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const present = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(present.map(([name, inner]) => [name, without(inner)]));
}
