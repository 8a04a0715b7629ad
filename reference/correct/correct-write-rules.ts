import { randomUUID } from "node:crypto";
import {
  authoredNames,
  authoredOf,
  describeKey,
  isEmptyField,
  jsonEquals,
  resourceVersion,
  uid,
} from "#contract";
import type { AuthoredMetadata, ManagedFields, Resource } from "#contract";
import { isOwnedBy } from "../apply/manage-fields.ts";
import { validateContent } from "../content/validate-content.ts";
import { mergeObjects, withoutNulls } from "../values/merge-objects.ts";
import { refuse, refuseInvalid } from "../values/refusal.ts";
import type { Refusal } from "../values/refusal.ts";
import type { Change, SentMetadata, WriteRequest } from "../kinds/store-requests.ts";
import type { WriteRules } from "../rules/rules.ts";

export const writeRules: WriteRules = {
  writeSteps: () => [
    "authorization",
    "existence",
    "precondition",
    "validation",
    "ownership",
    "commit",
  ],
  existence,
  precondition,
  validate: (request, stored, after) => [
    ...request.content.causes,
    ...validateContent(request, stored, after),
  ],
  beforeCommit: () => undefined,
  createObject,
  storeUnder: (_request, found) => found,
  updateObject,
  updateStatus: (_request, stored, status) => ({ ...stored, status }),
  mergeStatus: (stored, submitted) => mergeObjects(stored ?? {}, submitted),
  applyDefaults,
  terminatingObject,
  isFinished: (_request, { metadata }) =>
    metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0,
  definedKind: (kind) => kind,
  deletedObject: (stored, version) => ({
    ...stored,
    metadata: { ...stored.metadata, resourceVersion: resourceVersion(version) },
  }),
  isNoOp: (_request, before, after) =>
    jsonEquals(before.spec, after.spec) &&
    jsonEquals(before.status, after.status) &&
    authoredNames.every((name) => jsonEquals(before.metadata[name], after.metadata[name])) &&
    isSameOwnership(before.metadata.managedFields, after.metadata.managedFields) &&
    before.metadata.deletionTimestamp === after.metadata.deletionTimestamp,
  nextVersion: (newest) => newest + 1,
  generation,
  allocateUid: () => randomUUID(),
  reply: (_request, stored) => stored,
  refused: (_request, refusal) => refusal,
  followUp: () => undefined,
  followUpMs: () => 0,
};

const versionPattern = /^[1-9][0-9]{0,15}$/;

function existence(request: WriteRequest, stored: Resource | undefined): Refusal | undefined {
  const name = describeKey(request.key);
  if (request.verb === "create") {
    return stored === undefined ? undefined : refuse("ALREADY_EXISTS", `${name} already exists.`);
  }
  return stored === undefined ? refuse("NOT_FOUND", `${name} does not exist.`) : undefined;
}

function precondition(request: WriteRequest, stored: Resource | undefined): Refusal | undefined {
  if (request.verb === "create" || stored === undefined) return undefined;
  const expectedVersion = request.resourceVersion;
  if (expectedVersion === undefined) {
    if (request.verb !== "delete") return refuseVersion("FieldValueRequired", "is required.");
  } else if (!versionPattern.test(expectedVersion)) {
    return refuseVersion("FieldValueInvalid", "was not issued by this server.");
  }
  if (request.uid !== undefined && request.uid !== stored.metadata.uid) {
    return conflict(request, stored, "another object has this name now, with a different uid");
  }
  if (expectedVersion !== undefined && expectedVersion !== stored.metadata.resourceVersion) {
    return conflict(request, stored, "it has changed since: read it again and retry");
  }
  return undefined;
}

function refuseVersion(
  reason: "FieldValueRequired" | "FieldValueInvalid",
  problem: string,
): Refusal {
  return refuseInvalid([
    { reason, field: "metadata.resourceVersion", message: `metadata.resourceVersion ${problem}` },
  ]);
}

function conflict(request: WriteRequest, stored: Resource, problem: string): Refusal {
  return refuse("CONFLICT", `${describeKey(request.key)} was not written: ${problem}.`, {
    currentResourceVersion: stored.metadata.resourceVersion,
  });
}

function createObject(
  request: WriteRequest,
  stamp: { readonly uid: string; readonly creationTimestamp: string },
): Resource {
  const { key, content } = request;
  return {
    kind: key.kind,
    metadata: {
      name: key.name,
      ...(key.namespace === undefined ? {} : { namespace: key.namespace }),
      uid: uid(stamp.uid),
      resourceVersion: resourceVersion(""),
      creationTimestamp: stamp.creationTimestamp,
      ...authored(content),
    },
    spec: withoutNulls(content.spec ?? {}),
    ...(content.status ? { status: withoutNulls(content.status) } : {}),
  };
}

function updateObject(request: WriteRequest, stored: Resource): Resource {
  const { content } = request;
  const { status, ...rest } = stored;
  const kept = content.status === undefined ? status : content.status;
  return {
    ...rest,
    metadata: { ...withoutAuthored(stored.metadata), ...authored(content, stored.metadata) },
    ...(content.spec === undefined ? {} : { spec: withoutNulls(content.spec) }),
    ...(kept ? { status: withoutNulls(kept) } : {}),
  };
}

/**
 * Returns the metadata fields that authors write. Null clears a field; an absent field is unchanged. Empty values are
 * stored as absent, so that they cause no change.
 */
function authored(sent: SentMetadata, stored: AuthoredMetadata = {}): AuthoredMetadata {
  const kept = authoredNames.filter((name) => sent[name] === undefined);
  const next = { ...authoredOf(stored, kept), ...authoredOf(sent) };
  return authoredOf(
    next,
    authoredNames.filter((name) => !isEmptyField(next[name])),
  );
}

function withoutAuthored(metadata: Metadata): Metadata {
  const rest: { -readonly [Name in keyof Metadata]: Metadata[Name] } = { ...metadata };
  for (const name of authoredNames) delete rest[name];
  return rest;
}

type Metadata = Resource["metadata"];

/**
 * Adds the defaults of a kind. An absent status gets the default for the whole status. Defaults of its fields apply
 * only if there is a status. A spec or status that is not written stays unchanged, even if the kind has new defaults.
 */
function applyDefaults({ kind, verb, content }: WriteRequest, written: Resource): Resource {
  if (kind.structure === undefined) return written;
  const { spec, status } = kind.structure;
  const isReported = verb === "updateStatus" || content.status !== undefined;
  const body = isReported && written.status ? status.complete(written.status) : written.status;
  const next = body ?? status.default;
  return {
    ...written,
    ...(content.spec === undefined ? {} : { spec: spec.complete(written.spec ?? {}) }),
    ...(next === undefined ? {} : { status: next }),
  };
}

function terminatingObject(
  _request: WriteRequest,
  { metadata, ...rest }: Resource,
  now: string,
): Resource | undefined {
  if (metadata.finalizers === undefined) return undefined;
  const deletionTimestamp = metadata.deletionTimestamp ?? now;
  return { ...rest, metadata: { ...metadata, deletionTimestamp } };
}

/**
 * Counts changes to which the object's controllers must react: spec changes, the delete request and, if the kind has no
 * status subresource, status changes.
 */
function generation({ request, before, after }: Change): number {
  if (before === undefined) return 1;
  const { generation: old = 0, deletionTimestamp } = before.metadata;
  const isSame =
    jsonEquals(before.spec, after?.spec) &&
    deletionTimestamp === after?.metadata.deletionTimestamp &&
    (request.kind.hasStatus || jsonEquals(before.status, after?.status));
  return isSame ? old : old + 1;
}

function isSameOwnership(
  before: readonly ManagedFields[] = [],
  after: readonly ManagedFields[] = [],
): boolean {
  return (
    before.length === after.length &&
    after.every((entry, index) => {
      const old = before[index];
      return old !== undefined && isOwnedBy(old, entry) && jsonEquals(old.fields, entry.fields);
    })
  );
}
