import { jsonEquals } from "#contract";
import { below, fieldsOf } from "./fields.ts";
import type { Change, Fields } from "./fields.ts";

/** The fields that a change by another manager leaves unchanged. Returns the same instance if no field changes. */
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
 * The fields of an owner after its own change: adds the fields that the change adds or alters, and drops those that it
 * removes. Returns the same instance if the set is unchanged.
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

/** Replaces some parts of a tree. Undefined removes a part. Removing the last part removes the tree. */
function withAltered(fields: Fields | undefined, altered: Altered): Fields | undefined {
  const tree: Record<string, Fields> = {};
  for (const segment of Object.keys(fields ?? {})) {
    const part = altered.has(segment) ? altered.get(segment) : fields && below(fields, segment);
    if (part !== undefined) tree[segment] = part;
  }
  for (const [segment, part] of altered) if (part !== undefined) tree[segment] = part;
  return Object.keys(tree).length === 0 ? undefined : tree;
}
