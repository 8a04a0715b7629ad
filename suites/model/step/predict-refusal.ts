import type { Command, ObjectKey, RefusalReason, Resource, ResourceVersion } from "#contract";
import type { RefusalCause, Prediction } from "../state/prediction.ts";
import { isDeniable, predecessorsOf, storedUnder, versionMark } from "../state/state.ts";
import type { ModelRules, ModelState } from "../state/state.ts";

export type ObjectCommand = Exclude<Command, { readonly verb: "list" }>;

/**
 * Returns the errors that a target may return before it validates the content of a command: authorization, existence,
 * version and uid, in this order. If both the version and the uid are wrong, a target may report either. The list is
 * empty if there is no error.
 */
export function refusalsBeforeContent(
  state: ModelState,
  command: ObjectCommand,
  rules: ModelRules,
): readonly Prediction[] {
  const first = denialOf(command, rules) ?? existence(state, command);
  if (first === undefined) return preconditions(state, command, rules).map(refusedFor);
  return [refusedFor(first), ...malformedVersion(state, command, rules)];
}

/**
 * Returns the errors that a target may return first for a missing or malformed version. If the schema requires a
 * version or a number, the target rejects the request before it checks the caller and the object.
 */
function malformedVersion(
  state: ModelState,
  command: ObjectCommand,
  rules: ModelRules,
): readonly Prediction[] {
  if (command.verb === "create" || command.verb === "read") return [];
  const cause = wrongVersion(state, command, rules);
  const isMalformed =
    cause === "no version" || cause === "empty version" || cause === "foreign version";
  return isMalformed ? [{ result: "refused", cause, reasons: ["invalid"] }] : [];
}

export function refusedFor(cause: RefusalCause): Prediction {
  return { result: "refused", cause, reasons: reasons[cause] };
}

const reasons = {
  "may not write status": ["forbidden", "notFound"],
  "may not write spec": ["forbidden", "notFound"],
  "may not write": ["forbidden", "notFound"],
  "may not read": ["forbidden", "notFound"],
  missing: ["notFound"],
  gone: ["notFound"],
  exists: ["alreadyExists"],
  "being deleted": ["alreadyExists", "conflict"],
  "no version": ["invalid"],
  "empty version": ["invalid", "conflict"],
  "foreign version": ["invalid", "conflict"],
  "stale version": ["conflict"],
  "version of an earlier object": ["conflict"],
  "different uid": ["conflict", "notFound"],
  "finalizer added after the deletion request": ["invalid", "forbidden"],
  "failed patch": ["invalid"],
  "owned by others": ["conflict"],
} as const satisfies Record<RefusalCause, readonly RefusalReason[]>;

/** Returns why a command is denied, or undefined if the identity is permitted or its permissions are unknown. */
function denialOf(
  { identity, verb }: Pick<Command, "identity" | "verb">,
  rules: ModelRules,
): RefusalCause | undefined {
  if (!isDeniable(rules, identity)) return undefined;
  if (verb === "read" || verb === "list") {
    return identity === "stranger" ? "may not read" : undefined;
  }
  const isStatus = verb === "updateStatus" || verb === "patchStatus";
  if (identity === "author") return isStatus ? "may not write status" : undefined;
  if (identity === "controller") return isStatus ? undefined : "may not write spec";
  return identity === "reader" || identity === "stranger" ? "may not write" : undefined;
}

function existence(state: ModelState, { key, verb }: ObjectCommand): RefusalCause | undefined {
  const stored = storedUnder(state, key);
  if (verb === "create") return stored === undefined ? undefined : takenBy(stored.object);
  if (stored !== undefined) return undefined;
  return predecessorsOf(state, key).length > 0 ? "gone" : "missing";
}

function takenBy({ metadata: { deletionTimestamp } }: Resource): RefusalCause {
  return deletionTimestamp === undefined ? "exists" : "being deleted";
}

function preconditions(
  state: ModelState,
  command: ObjectCommand,
  rules: ModelRules,
): readonly RefusalCause[] {
  if (command.verb === "create" || command.verb === "read") return [];
  const { resourceVersion: asked, uid } = command;
  const stored = storedUnder(state, command.key)?.object.metadata;
  const isOther = uid !== undefined && uid !== stored?.uid;
  const version =
    asked === stored?.resourceVersion ? undefined : wrongVersion(state, command, rules);
  return [
    ...(isOther ? (["different uid"] as const) : []),
    ...(version === undefined ? [] : [version]),
  ];
}

type ConditionalCommand = Exclude<ObjectCommand, { readonly verb: "create" | "read" }>;

function wrongVersion(
  state: ModelState,
  { verb, key, resourceVersion: asked }: ConditionalCommand,
  rules: ModelRules,
): RefusalCause | undefined {
  const needsVersion = rules.semantics.precondition === "required" && verb !== "delete";
  if (asked === undefined) return needsVersion ? "no version" : undefined;
  if (asked === "") return "empty version";
  return causeOfVersion(state, { key, version: asked }, rules);
}

function causeOfVersion(
  state: ModelState,
  { key, version }: { readonly key: ObjectKey; readonly version: ResourceVersion },
  rules: ModelRules,
): RefusalCause {
  const gone = predecessorsOf(state, key);
  if (gone.some(({ metadata }) => metadata.resourceVersion === version)) {
    return "version of an earlier object";
  }
  return state.versions.has(versionMark(version, key, rules)) ? "stale version" : "foreign version";
}
