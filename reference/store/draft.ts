import type { ManagedFields, Resource } from "#contract";
import type { StoredStates, WriteRequest } from "../kinds/requests.ts";
import type { Rules } from "../rules/rules.ts";
import { withPatchedStatus, writeStatus } from "./next-status.ts";

/** The result of a write before it gets a version and a generation. */
export interface Draft {
  /** The object after the write. Absent if the write removes the object. */
  readonly after: Resource | undefined;
  /** The write, with the status that its JSON patch produces. */
  readonly request: WriteRequest;
  /** Whether the status is only the kind's default. */
  readonly hasDefaultStatus: boolean;
}

export interface DraftOptions {
  readonly rules: Rules;
  readonly now: () => Date;
}

/** Applies a write to the current state. Pure: stores nothing. */
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
  // The paths in a JSON patch refer to the object as clients read it, including a default status.
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

/** Omits a default status, because the first report replaces it as a whole. */
function reportedState({ current, hasDefaultStatus }: StoredStates): Resource {
  if (hasDefaultStatus !== true) return current;
  const { status: _default, ...reported } = current;
  return reported;
}
