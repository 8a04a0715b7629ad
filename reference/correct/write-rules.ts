import { randomUUID } from "node:crypto";
import { describeKey, jsonEquals, resourceVersion, uid } from "#contract";
import type { Resource } from "#contract";
import { validateContent } from "../content/validate-content.ts";
import { mergeObjects, withoutNulls } from "../content/merge-objects.ts";
import { refuse, refuseInvalid } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import type { Change, WriteRequest } from "../requests.ts";
import type { WriteRules } from "../rules.ts";

/** How objects are written, by the contract. */
export const writeRules: WriteRules = {
  writeSteps: () => ["authorization", "existence", "precondition", "validation", "commit"],
  existence,
  precondition,
  validate: (request) => [...request.content.causes, ...validateContent(request)],
  beforeCommit: () => undefined,
  createObject,
  updateObject,
  updateStatus: (_request, stored, status) => ({ ...stored, status }),
  mergeStatus: (stored, submitted) => mergeObjects(stored ?? {}, submitted),
  deletedObject: (stored, version) => ({
    ...stored,
    metadata: { ...stored.metadata, resourceVersion: resourceVersion(version) },
  }),
  isNoOp: (_request, before, after) =>
    jsonEquals(before.spec, after.spec) &&
    jsonEquals(before.status, after.status) &&
    jsonEquals(before.metadata.labels, after.metadata.labels) &&
    jsonEquals(before.metadata.annotations, after.metadata.annotations),
  nextVersion: (newest) => newest + 1,
  generation,
  allocateUid: () => randomUUID(),
  reply: (_request, stored) => stored,
  refused: (_request, refusal) => refusal,
};

/** What a version of this server looks like. Anything else was issued elsewhere. */
const versionPattern = /^[1-9][0-9]{0,15}$/;

function existence(request: WriteRequest, stored: Resource | undefined): Refusal | undefined {
  const name = describeKey(request.key);
  if (request.verb === "create") {
    return stored === undefined ? undefined : refuse("ALREADY_EXISTS", `${name} exists already.`);
  }
  return stored === undefined ? refuse("NOT_FOUND", `${name} does not exist.`) : undefined;
}

function precondition(request: WriteRequest, stored: Resource | undefined): Refusal | undefined {
  if (request.verb === "create" || stored === undefined) return undefined;
  const asked = request.resourceVersion;
  if (asked === undefined) {
    if (request.verb !== "delete") return refuseVersion("FieldValueRequired", "is required.");
  } else if (!versionPattern.test(asked)) {
    return refuseVersion("FieldValueInvalid", "was not issued by this server.");
  }
  if (request.uid !== undefined && request.uid !== stored.metadata.uid) {
    return conflict(request, stored, "another object has this name now: its uid differs");
  }
  if (asked !== undefined && asked !== stored.metadata.resourceVersion) {
    return conflict(request, stored, "it was changed since: read it again and decide anew");
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
      ...authored(content.labels, content.annotations),
    },
    spec: withoutNulls(content.spec ?? {}),
  };
}

function updateObject(request: WriteRequest, stored: Resource): Resource {
  const { labels, annotations, spec } = request.content;
  const { labels: oldLabels, annotations: oldAnnotations, ...metadata } = stored.metadata;
  return {
    ...stored,
    metadata: {
      ...metadata,
      // Null clears, absent keeps: the two must not be mixed up by `??`.
      ...authored(
        labels === undefined ? oldLabels : labels,
        annotations === undefined ? oldAnnotations : annotations,
      ),
    },
    ...(spec === undefined ? {} : { spec: withoutNulls(spec) }),
  };
}

type TextMap = Readonly<Record<string, string>> | null | undefined;

/** The author's part of the metadata. An empty map is stored as none, so that it is no change either. */
function authored(labels: TextMap, annotations: TextMap): Partial<Resource["metadata"]> {
  return {
    ...(labels && Object.keys(labels).length > 0 ? { labels } : {}),
    ...(annotations && Object.keys(annotations).length > 0 ? { annotations } : {}),
  };
}

function generation(change: Change): number {
  const { before, after } = change;
  const old = before?.metadata.generation ?? 0;
  return jsonEquals(before?.spec, after?.spec) && before !== undefined ? old : old + 1;
}
