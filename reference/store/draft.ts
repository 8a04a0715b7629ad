import type { ManagedFields, Resource, JsonObject } from "#contract";
import type { StoredStates, WriteRequest } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import { readPatchedStatus } from "../kinds/read-status.ts";
import { withCauses } from "../kinds/write-body.ts";

export interface Draft {
  /** The object after the write. Absent if the write removes the object. */
  readonly after: Resource | undefined;
  readonly request: WriteRequest;
  readonly hasDefaultStatus: boolean;
}

export interface DraftOptions {
  readonly rules: Rules;
  readonly now: () => Date;
}

export function draftOf(
  options: DraftOptions,
  asked: WriteRequest,
  states: StoredStates | undefined,
): Draft {
  const { rules, now } = options;
  if (asked.verb === "delete") {
    const deletionTimestamp = now().toISOString();
    const after = states && rules.terminatingObject(asked, states.current, deletionTimestamp);
    return { after, request: asked, hasDefaultStatus: states?.hasDefaultStatus ?? false };
  }
  const stored = states && reportedState(states);
  // The paths in a JSON patch refer to the object that clients read, which includes a default status.
  const request = withPatchedStatus(rules, asked, states?.current);
  const written = writtenObject(options, request, stored);
  const owned = withManagedFields(written, rules.managedFields(request, stored, written));
  const after = rules.applyDefaults(request, owned);
  const hasDefaultStatus = written.status === undefined && after.status !== undefined;
  return { after, request, hasDefaultStatus };
}

function writtenObject(
  { rules, now }: DraftOptions,
  request: WriteRequest,
  stored: Resource | undefined,
): Resource {
  if (request.verb === "create" || stored === undefined) {
    const uid = rules.allocateUid(request.key);
    return rules.createObject(request, { uid, creationTimestamp: now().toISOString() });
  }
  if (request.verb !== "updateStatus") return rules.updateObject(request, stored);
  return writeStatus(rules, request, stored);
}

function withManagedFields(object: Resource, entries: readonly ManagedFields[]): Resource {
  if (entries === object.metadata.managedFields) return object;
  if (entries.length > 0) {
    return { ...object, metadata: { ...object.metadata, managedFields: entries } };
  }
  const { managedFields: _replaced, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Omits a default status: the first report replaces it as a whole. */
function reportedState({ current, hasDefaultStatus }: StoredStates): Resource {
  if (hasDefaultStatus !== true) return current;
  const { status: _default, ...reported } = current;
  return reported;
}

/**
 * Returns the write with the status that its JSON patch produces, or with the errors of the patch. Returns other writes
 * unchanged.
 */
function withPatchedStatus(
  rules: Rules,
  request: WriteRequest,
  stored: Resource | undefined,
): WriteRequest {
  const { content, statusShape } = request;
  if (content.operations === undefined || stored === undefined) return request;
  const { document, causes } = rules.patchObject(request, stored);
  if (causes.length > 0) return { ...request, content: withCauses(content, causes) };
  return { ...request, content: readPatchedStatus(content, statusShape, document["status"]) };
}

/** Applies a status write. Does not set the version, the generation or the managers. */
function writeStatus(rules: Rules, request: WriteRequest, stored: Resource): Resource {
  const status = nextStatus(rules, request, stored);
  if (status !== undefined) return rules.updateStatus(request, stored, status);
  const { status: _removed, ...rest } = stored;
  return rest;
}

function nextStatus(rules: Rules, request: WriteRequest, stored: Resource): JsonObject | undefined {
  const { form, content } = request;
  if (content.status === null) return undefined;
  const submitted = content.status ?? {};
  switch (form) {
    case "partial":
      return rules.mergeStatus(stored.status, submitted);
    case "merge":
      return content.status === undefined
        ? stored.status
        : rules.mergeStatus(stored.status, submitted);
    case "replace":
      return rules.replaceStatus(request, submitted);
    case "json":
      return content.status === undefined ? stored.status : rules.replaceStatus(request, submitted);
    case "apply":
      return rules.applyStatus(request, stored, rules.omittedFields(request, stored));
  }
}
