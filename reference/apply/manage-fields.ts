import { authoredOf, jsonEquals } from "#contract";
import type { JsonObject, JsonValue, ManagedFields, Resource } from "#contract";
import {
  changeBetween,
  differenceOf,
  differingFields,
  fieldsOf,
  pathsOf,
  unionOf,
  withKeyMembers,
  below,
} from "./fields.ts";
import type { Change, Fields } from "./fields.ts";
import type { Place } from "./place.ts";

/**
 * Returns the fields that a change by another manager leaves unchanged. If no field changes, returns the same instance.
 */
export function keptFields(fields: Fields, change: Change | undefined): Fields | undefined {
  if (change === undefined) return fields;
  if (change.kind === "whole") return undefined;
  let altered: Altered | undefined;
  for (const [segment, part] of change.parts) {
    const before = below(fields, segment);
    const after = before && keptFields(before, part);
    if (after !== before) (altered ??= new Map()).set(segment, after);
  }
  return altered === undefined ? fields : withAltered(fields, altered);
}

/**
 * Updates the fields of an owner after its own change: adds fields that the change adds or alters, and drops fields
 * that it removes. If the set stays the same, returns the same instance.
 */
export function ownFields(
  fields: Fields | undefined,
  change: Change | undefined,
): Fields | undefined {
  if (change === undefined) return fields;
  if (change.kind === "whole") {
    const own = change.after && fieldsOf(change.after.value, change.after.place);
    return jsonEquals(fields, own) ? fields : own;
  }
  let altered: Altered | undefined;
  for (const [segment, part] of change.parts) {
    const before = fields && below(fields, segment);
    const after = ownFields(before, part);
    if (after !== before) (altered ??= new Map()).set(segment, after);
  }
  return altered === undefined ? fields : withAltered(fields, altered);
}

type Altered = Map<string, Fields | undefined>;

/** Replaces some segments of a tree. Undefined removes a segment. Removing the last segment removes the tree. */
function withAltered(fields: Fields | undefined, altered: Altered): Fields | undefined {
  const tree: Record<string, Fields> = {};
  for (const segment of Object.keys(fields ?? {})) {
    const part = altered.has(segment) ? altered.get(segment) : fields && below(fields, segment);
    if (part !== undefined) tree[segment] = part;
  }
  for (const [segment, part] of altered) if (part !== undefined) tree[segment] = part;
  return Object.keys(tree).length === 0 ? undefined : tree;
}

/** Identifies an owner. Unique among the entries of `managedFields`. */
export type Owner = Pick<ManagedFields, "manager" | "operation" | "subresource">;

export interface Ownable {
  readonly owner: Owner;
  readonly root: Place;
  /** The stored object. Absent on creation. */
  readonly before?: Resource;
  readonly after: Resource;
}

export interface FieldConflict {
  readonly owner: Owner;
  /** The path of the field, e.g. `status.conditions[type="Ready"].reason`. */
  readonly field: string;
}

/**
 * Returns the owners after a write that changes fields. The manager of the write becomes the only owner of these
 * fields.
 */
export function ownChanged(write: Ownable): readonly ManagedFields[] {
  const { before, owner } = write;
  const change = changeOf(write);
  const own = managedFieldsOf(before).find((entry) => isOwnedBy(entry, owner))?.fields;
  return replaceEntry(keepUnchanged(write, change), owner, ownFields(own, change));
}

/**
 * Returns the owners after an apply. The manager of the apply owns all applied fields, together with other owners of
 * the same values.
 */
export function ownApplied(write: Ownable, applied: JsonObject): readonly ManagedFields[] {
  const fields = appliedFields(applied, write.root);
  return replaceEntry(keepUnchanged(write, changeOf(write)), write.owner, fields);
}

/** Finds the conflicts of an apply without force: fields of other owners that the apply would change. */
export function conflictsOf(write: Ownable): readonly FieldConflict[] {
  const { before, owner } = write;
  const change = changeOf(write);
  return managedFieldsOf(before)
    .filter((entry) => !isOwnedBy(entry, owner))
    .flatMap((entry) => {
      const differing = differingFields(entry.fields, change);
      return differing === undefined
        ? []
        : pathsOf(differing).map((field) => ({ owner: entry, field }));
    });
}

/**
 * Finds the fields that an owner applied before, now omits, and does not share with another owner. Returns undefined if
 * there are none.
 */
export function omittedFields(
  stored: Resource,
  owner: Owner,
  fields: { readonly applied: JsonObject; readonly root: Place },
): Fields | undefined {
  const entries = managedFieldsOf(stored);
  const earlier = entries.find((entry) => isOwnedBy(entry, owner))?.fields;
  const now = appliedFields(fields.applied, fields.root);
  let shared: Fields | undefined;
  for (const entry of entries) {
    if (!isOwnedBy(entry, owner)) shared = unionOf(shared, withKeyMembers(entry.fields));
  }
  return differenceOf(differenceOf(earlier, now), shared);
}

export function managedFieldsOf(object: Resource | undefined): readonly ManagedFields[] {
  return object?.metadata.managedFields ?? [];
}

export function isOwnedBy(entry: Owner, owner: Owner): boolean {
  return (
    entry.manager === owner.manager &&
    entry.operation === owner.operation &&
    entry.subresource === owner.subresource
  );
}

/**
 * Removes changed and removed fields from the entries of other owners, and drops entries that become empty. Keeps the
 * entry of the writing manager.
 */
function keepUnchanged(
  { before, owner }: Ownable,
  change: Change | undefined,
): readonly ManagedFields[] {
  return managedFieldsOf(before).flatMap((entry) => {
    if (isOwnedBy(entry, owner)) return [entry];
    const fields = keptFields(entry.fields, change);
    if (fields === entry.fields) return [entry];
    return fields === undefined ? [] : [{ ...entry, fields }];
  });
}

function changeOf({ before, after, root }: Ownable): Change | undefined {
  return changeBetween(before && ownableOf(before), ownableOf(after), root);
}

/**
 * Returns the fields that an apply claims. An apply without status fields claims nothing, so the result is undefined.
 */
function appliedFields(applied: JsonObject, root: Place): Fields | undefined {
  if (Object.keys(applied).length === 0) return undefined;
  return fieldsOf({ status: applied }, root);
}

function replaceEntry(
  entries: readonly ManagedFields[],
  owner: Owner,
  fields: Fields | undefined,
): readonly ManagedFields[] {
  const known = entries.find((each) => isOwnedBy(each, owner));
  if (known?.fields === fields) return entries;
  if (fields === undefined) return entries.filter((each) => each !== known);
  const entry = { ...owner, fields };
  return known === undefined
    ? [...entries, entry]
    : entries.map((each) => (each === known ? entry : each));
}

/** Returns the fields of an object that can be owned. All other metadata belongs to the server. */
function ownableOf({ metadata, spec, status }: Resource): JsonObject {
  const ownable: Record<string, JsonValue> = {};
  const authored: JsonObject = { ...authoredOf(metadata) };
  if (Object.keys(authored).length > 0) ownable["metadata"] = authored;
  if (spec) ownable["spec"] = spec;
  if (status) ownable["status"] = status;
  return ownable;
}
