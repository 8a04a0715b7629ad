import { authoredOf, isJsonList, isJsonObject } from "#contract";
import type {
  CreateCommand,
  DeleteCommand,
  ForeignMembers,
  JsonObject,
  JsonValue,
  ObjectKey,
  PatchStatusCommand,
  ResourceVersion,
  Uid,
  UpdateCommand,
  UpdateStatusCommand,
  WriteOptions,
} from "#contract";
import type { ScaleOperationId, StatusOperationId } from "../resources/operation-ids.ts";
import { apiVersionOf, pathOf } from "../resources/rest-kind.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { patchContentTypes } from "../resources/rest-request.ts";
import type { RestRequest } from "../resources/rest-request.ts";
import {
  additionAndRemoval,
  isRemoval,
  writtenOperations,
  writtenPart,
  writtenStatus,
} from "../resources/status-form.ts";
import { mergeDifference } from "./merge-difference.ts";

export function createRequest(kind: RestKind, command: CreateCommand): RestRequest {
  const { key, spec, options, foreign } = command;
  const object = { ...headOf(kind, key, authoredOf(command)), ...bodyOf(kind, spec) };
  return {
    method: "POST",
    path: pathOf(kind, placeOf(key)),
    query: optionParameters(options),
    contentType: "application/json",
    body: withForeign(object, "spec", { kind, foreign }),
  };
}

/**
 * Builds the request that replaces an object with `base` and the author's changes to it. Without `base`, for an object
 * that does not exist, the request contains only the changes.
 */
export function putRequest(
  kind: RestKind,
  command: UpdateCommand,
  base: JsonObject | undefined,
): RestRequest {
  const { key, spec, options, foreign } = command;
  const metadata = { ...keptOf(base), ...conditionOf(command), ...authoredOf(command) };
  const object = {
    ...base,
    ...headOf(kind, key, metadata),
    ...(spec === undefined ? {} : bodyOf(kind, spec)),
  };
  return {
    method: "PUT",
    path: pathOf(kind, key),
    query: optionParameters(options),
    contentType: "application/json",
    body: withoutNullParts(withForeign(object, "spec", { kind, foreign })),
  };
}

export function specPatchRequest(kind: RestKind, command: UpdateCommand): RestRequest | string {
  const { key, spec, options, foreign, uid, resourceVersion } = command;
  if (uid !== undefined) return "patch.json has no field for a uid";
  const metadata = { ...authoredOf(command), ...versionOf(resourceVersion) };
  const written = { metadata, ...(spec === undefined ? {} : bodyOf(kind, spec)) };
  const operations = additionsOf(withForeign(written, "spec", { kind, foreign }));
  return patchRequest(pathOf(kind, key), "json", { options, body: operations });
}

/** Builds the request that changes the stored object `base` by a merge patch. */
export function specMergeRequest(
  kind: RestKind,
  command: UpdateCommand,
  base: JsonObject | undefined,
): RestRequest | string {
  const { key, spec, options, foreign, uid, resourceVersion } = command;
  if (uid !== undefined) return "patch.merge has no field for a uid";
  const authored = mergedMembers(base?.["metadata"], authoredOf(command));
  const metadata = { ...authored, ...versionOf(resourceVersion) };
  const written = { metadata, ...(spec === undefined ? {} : mergedBody(kind, spec, base)) };
  const body = withForeign(written, "spec", { kind, foreign });
  return patchRequest(pathOf(kind, key), "merge", { options, body });
}

/**
 * Builds the request that applies the given fields. Fields that an earlier apply by the same manager contained are
 * removed if they are omitted.
 */
export function specApplyRequest(kind: RestKind, command: UpdateCommand): RestRequest | string {
  const { key, spec, options, foreign, uid, resourceVersion } = command;
  if (uid !== undefined) return "apply has no field for a uid";
  const metadata = { ...authoredOf(command), ...versionOf(resourceVersion) };
  const applied = { ...headOf(kind, key, metadata), ...bodyOf(kind, spec ?? {}) };
  return patchRequest(pathOf(kind, key), "apply", {
    options: { fieldManager: defaultManager, force: true, ...options },
    body: withForeign(applied, "spec", { kind, foreign }),
  });
}

/**
 * Builds the request that changes the number of replicas through the scale subresource. The status of a scale is
 * read-only. It contains another number than before, so that a server that stores it changes the status.
 */
export function scaleRequest(
  kind: RestKind,
  command: UpdateCommand,
  operation: ScaleOperationId,
): RestRequest {
  const { key, spec = {}, options } = command;
  const { name, namespace } = key;
  const path = `${pathOf(kind, key)}/scale`;
  const written = { spec, status: spec };
  const condition = conditionOf(command);
  if (operation === "scale.patch") {
    return patchRequest(path, "merge", { options, body: { metadata: condition, ...written } });
  }
  const metadata = { ...condition, name, ...(namespace === undefined ? {} : { namespace }) };
  return {
    method: "PUT",
    path,
    query: optionParameters(options),
    contentType: "application/json",
    body: { apiVersion: "autoscaling/v1", kind: "Scale", metadata, ...written },
  };
}

function mergedBody(kind: RestKind, spec: JsonObject, base: JsonObject | undefined): JsonObject {
  if (kind.body === "spec") return mergedMembers(base, { spec });
  const {
    apiVersion: _version,
    kind: _kind,
    metadata: _metadata,
    status: _status,
    ...stored
  } = base ?? {};
  return mergeDifference(stored, spec);
}

/** Merges each of the given properties, and leaves the others unchanged. */
function mergedMembers(base: JsonValue | undefined, members: JsonObject): JsonObject {
  const stored = isJsonObject(base) ? base : {};
  const kept = Object.entries(stored).filter(([name]) => Object.hasOwn(members, name));
  return mergeDifference(Object.fromEntries(kept), members);
}

/**
 * Builds the request that writes a status through one of the mutations, or returns why the mutation cannot express the
 * command.
 */
export function statusRequest(
  kind: RestKind,
  command: UpdateStatusCommand,
  {
    operation,
    base,
  }: { readonly operation: StatusOperationId; readonly base?: JsonObject | undefined },
): RestRequest | string {
  const { key, options, foreign, uid, resourceVersion } = command;
  const isWhole = operation === "status.put" || operation === "status.patch.json";
  const written = (isWhole ? writtenStatus : writtenPart)(command.status, kind.statusForm);
  const status = isRemoval(command.status, kind.statusForm) ? null : withoutNulls(written);
  const path = `${pathOf(kind, key)}/status`;
  if (operation === "status.put") {
    const metadata = { ...keptOf(base), ...conditionOf(command) };
    const object = { ...base, ...headOf(kind, key, metadata), status };
    const body = withoutNullParts(withForeign(object, "status", { kind, foreign }));
    const query = optionParameters(options);
    return { method: "PUT", path, query, contentType: "application/json", body };
  }
  if (uid !== undefined) return `${operation} has no field for a uid`;
  if (operation === "status.patch.json") {
    const members = withForeign({ status }, "status", { kind, foreign });
    const body = versionedJsonPatch(statusOperationsOf(members), command);
    return patchRequest(path, "json", { options, body });
  }
  const condition = versionOf(resourceVersion);
  if (operation === "status.patch.merge") {
    const merged = { metadata: condition, ...mergedStatus(command.status, kind) };
    const body = withForeign(merged, "status", { kind, foreign });
    return patchRequest(path, "merge", { options, body });
  }
  if (saysNothing(command.status, kind)) return emptyApply(kind);
  const applied = { ...headOf(kind, key, condition), status };
  return patchRequest(path, "apply", {
    options: { fieldManager: defaultManager, force: true, ...options },
    body: withForeign(applied, "status", { kind, foreign }),
  });
}

/** The status in a merge patch. None if the patch would leave a status without a property that it needs. */
function mergedStatus(status: JsonObject, { statusForm }: RestKind): JsonObject {
  if (!isRemoval(status, statusForm)) return { status: writtenPart(status, statusForm) };
  return Object.keys(status).length === 0 ? {} : { status: null };
}

/** Removes a status that is null, because a schema may reject a null. */
function statusOperationsOf(written: JsonObject): readonly JsonObject[] {
  const { status, ...others } = written;
  if (status !== null) return additionsOf(written);
  return [...additionsOf(others), ...additionAndRemoval];
}

/** The default field manager of an apply. Ownership is forced, as recommended for controllers. */
const defaultManager = "status-conformance";

/** Omits parts of a replacement that are null. A schema may permit only that, and a replacement removes what it omits. */
function withoutNullParts({ metadata, ...others }: JsonObject): JsonObject {
  const parts = withoutNulls(others);
  return isJsonObject(metadata) ? { ...parts, metadata: withoutNulls(metadata) } : parts;
}

/**
 * Omits null fields in all writes except merge patches. In a merge patch, a null removes a field. In other writes, a
 * null is a value, and the server may reject or store it.
 */
function withoutNulls(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/**
 * Whether an apply would contain only fields that every status needs. Such an apply differs from an empty apply,
 * because it changes the ownership of these fields.
 */
function saysNothing(status: JsonObject, { statusForm }: RestKind): boolean {
  const isNamed = Object.keys(withoutNulls(status)).length > 0;
  if (isRemoval(status, statusForm)) return true;
  return !isNamed && Object.keys(statusForm?.always ?? {}).length > 0;
}

function emptyApply({ name }: RestKind): string {
  return `a status of ${name} has required properties, so an empty apply cannot be sent`;
}

/**
 * Builds the request that sends a patch with the expected version. Adapts the status to the kind's form, and adds the
 * kind and the key of the object to an apply. Returns the reason if the patch cannot be sent.
 */
export function rawPatchRequest(kind: RestKind, command: PatchStatusCommand): RestRequest | string {
  const { key, format, patch, options, uid } = command;
  if (uid !== undefined) return "status.patch has no field for a uid";
  const path = `${pathOf(kind, key)}/status`;
  const meant = isJsonObject(patch) ? patch["status"] : undefined;
  const isEmpty = isJsonObject(meant) && saysNothing(meant, kind);
  if (format === "apply" && isEmpty) return emptyApply(kind);
  return patchRequest(path, format, { options, body: conditionalPatch(kind, command, patch) });
}

/** A server ignores the query of a deletion that has a body. */
export function deleteRequest(
  kind: RestKind,
  command: DeleteCommand,
  subresource?: "status",
): RestRequest {
  const { key, options } = command;
  const preconditions = conditionOf(command);
  const place = subresource === undefined ? "" : `/${subresource}`;
  const deletion = { method: "DELETE", path: `${pathOf(kind, key)}${place}` } as const;
  if (Object.keys(preconditions).length === 0) {
    return { ...deletion, query: optionParameters(options) };
  }
  const trial = options?.dryRun === true ? { dryRun: ["All"] } : {};
  return {
    ...deletion,
    query: {},
    contentType: "application/json",
    body: { ...trial, preconditions },
  };
}

function conditionalPatch(
  kind: RestKind,
  command: PatchStatusCommand,
  patch: JsonValue,
): JsonValue {
  const { format, key, resourceVersion } = command;
  if (format === "json") {
    if (!isJsonList(patch)) return patch;
    return versionedJsonPatch(writtenOperations(patch, kind.statusForm), command);
  }
  if (!isJsonObject(patch)) return patch;
  const { status: meant } = patch;
  const { status: _meant, ...others } = patch;
  const written = isJsonObject(meant) ? mergedStatus(meant, kind) : pickedStatus(patch);
  const given = isJsonObject(patch["metadata"]) ? patch["metadata"] : {};
  const metadata = { ...given, ...versionOf(resourceVersion) };
  if (format === "apply") {
    const { status } = written;
    const applied = isJsonObject(status) ? { status: withoutNulls(status) } : written;
    return { ...others, ...applied, ...headOf(kind, key, metadata) };
  }
  const merged = { ...others, ...written };
  return Object.keys(metadata).length === 0 ? merged : { ...merged, metadata };
}

function pickedStatus(patch: JsonObject): JsonObject {
  return "status" in patch ? { status: patch["status"] ?? null } : {};
}

/** Adds the expected version. The server compares it with the stored one. */
function versionedJsonPatch(
  operations: readonly JsonValue[],
  { resourceVersion }: { readonly resourceVersion?: ResourceVersion },
): JsonValue {
  if (resourceVersion === undefined) return operations;
  const guard = { op: "add", path: "/metadata/resourceVersion", value: resourceVersion };
  return [guard, ...operations];
}

/**
 * JSON patch additions for the fields of an object. The metadata already exists, so its fields are added separately.
 */
function additionsOf(members: JsonObject): readonly JsonObject[] {
  return Object.entries(members).flatMap(([member, value]) =>
    member === "metadata" && isJsonObject(value)
      ? Object.entries(value).map(([name, inner]) => addition(`/metadata/${name}`, inner))
      : [addition(`/${member}`, value)],
  );
}

function addition(path: string, value: JsonValue): JsonObject {
  return { op: "add", path, value };
}

interface PatchParts {
  readonly options: UpdateStatusCommand["options"];
  readonly body: JsonValue;
}

function patchRequest(
  path: string,
  format: keyof typeof patchContentTypes,
  { options, body }: PatchParts,
): RestRequest {
  const query = optionParameters(options);
  return { method: "PATCH", path, query, contentType: patchContentTypes[format], body };
}

function headOf(kind: RestKind, { name, namespace }: ObjectKey, metadata: JsonObject): JsonObject {
  const place = namespace === undefined ? {} : { namespace };
  const head = { apiVersion: apiVersionOf(kind), kind: kind.literal };
  return { ...head, metadata: { ...metadata, name, ...place } };
}

function bodyOf({ body }: RestKind, spec: JsonObject): JsonObject {
  return body === "spec" ? { spec } : spec;
}

/** Objects are created in their collection, so only the body contains the name. */
function placeOf({ namespace }: ObjectKey): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

/** Returns the metadata of the stored object that a replacement must send back. */
function keptOf(base: JsonObject | undefined): JsonObject {
  const before = isJsonObject(base?.["metadata"]) ? base["metadata"] : {};
  const { resourceVersion: _version, uid: _uid, managedFields: _fields, ...kept } = before;
  return kept;
}

function conditionOf(command: {
  readonly resourceVersion?: ResourceVersion;
  readonly uid?: Uid;
}): JsonObject {
  const { resourceVersion, uid } = command;
  return { ...versionOf(resourceVersion), ...(uid === undefined ? {} : { uid }) };
}

function versionOf(resourceVersion: ResourceVersion | undefined): JsonObject {
  return resourceVersion === undefined ? {} : { resourceVersion };
}

/** Converts the options of a write to query parameters. Unknown values are sent unchanged. */
function optionParameters(options: WriteOptions = {}): Readonly<Record<string, string>> {
  const { dryRun, fieldManager, fieldValidation, force } = options;
  return {
    ...(dryRun === true ? { dryRun: "All" } : {}),
    ...(fieldManager === undefined ? {} : { fieldManager }),
    ...(fieldValidation === undefined ? {} : { fieldValidation: validationOf(fieldValidation) }),
    ...(force === undefined ? {} : { force: String(force) }),
  };
}

const validations: ReadonlyMap<string, string> = new Map([
  ["STRICT", "Strict"],
  ["WARN", "Warn"],
  ["IGNORE", "Ignore"],
]);

function validationOf(text: string): string {
  return validations.get(text) ?? text;
}

function withForeign(
  object: JsonObject,
  written: "spec" | "status",
  { kind, foreign }: { readonly kind: RestKind; readonly foreign: ForeignMembers | undefined },
): JsonObject {
  if (foreign === undefined) return object;
  switch (foreign.place) {
    case "beside":
      return joined(object, placed(foreign.members, kind));
    case "inside":
      return joined(object, placed({ [written]: foreign.members }, kind));
  }
}

function placed(members: JsonObject, { body }: RestKind): JsonObject {
  const { spec, ...others } = members;
  return body === "spec" || !isJsonObject(spec) ? members : { ...others, ...spec };
}

function joined(left: JsonObject, right: JsonObject): JsonObject {
  const entries = Object.entries(right).map(([member, value]) => {
    const present = Object.hasOwn(left, member) ? left[member] : undefined;
    const both = isJsonObject(present) && isJsonObject(value) ? joined(present, value) : value;
    return [member, both] as const;
  });
  return { ...left, ...Object.fromEntries(entries) };
}
