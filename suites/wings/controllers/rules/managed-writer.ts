import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, ManagedFields, Resource } from "#contract";
import type { Change } from "#harness";

/**
 * Returns the manager that made all changes, according to the managed fields of the resulting
 * state. A changed value, or a new finalizer, is owned only by the manager that wrote it. Undefined
 * without managed fields, or if several managers are possible.
 */
export function managerOf(changes: readonly Change[], after: Resource): string | undefined {
  const entries = after.metadata.managedFields;
  if (entries === undefined || changes.length === 0) return undefined;
  let found: string | undefined;
  for (const change of changes) {
    // A removed field has no owner, so managed fields do not identify the manager that removed it.
    if (change.after === undefined || change.path === "metadata.deletionTimestamp") continue;
    const owners =
      change.path === "metadata.finalizers"
        ? addedTo(change).map((finalizer) => ownerOfFinalizer(finalizer, entries))
        : [soleOwner(stepsOf(change.path), entries)];
    for (const owner of owners) {
      if (owner === undefined || (found !== undefined && found !== owner)) return undefined;
      found = owner;
    }
  }
  return found;
}

/** Finalizers are a set. Each manager owns those it added. */
function addedTo({ before, after }: Change): readonly JsonValue[] {
  const known = isJsonList(before) ? before : [];
  return isJsonList(after) ? after.filter((finalizer) => !known.includes(finalizer)) : [];
}

function ownerOfFinalizer(
  finalizer: JsonValue,
  entries: readonly ManagedFields[],
): string | undefined {
  const item = `v:${JSON.stringify(finalizer)}`;
  return onlyManager(
    entries.filter(({ fields }) => {
      const metadata = fields["f:metadata"];
      const finalizers = isJsonObject(metadata) ? metadata["f:finalizers"] : undefined;
      return isJsonObject(finalizers) && item in finalizers;
    }),
  );
}

/**
 * A manager that owns an object without its fields owns it as a whole, unless another manager owns the field: it then
 * only created the object, and has lost its last field in it.
 */
function soleOwner(
  steps: readonly string[],
  entries: readonly ManagedFields[],
): string | undefined {
  const direct = entries.filter(({ fields }) => ownershipOf(fields, steps) === "field");
  if (direct.length > 0) return onlyManager(direct);
  return onlyManager(entries.filter(({ fields }) => ownershipOf(fields, steps) === "whole"));
}

function onlyManager(entries: readonly ManagedFields[]): string | undefined {
  const managers = new Set(entries.map(({ manager }) => manager));
  const [first] = managers;
  return managers.size === 1 ? first : undefined;
}

/** Converts a path to the notation of managed fields: `f:status`, `Ready`, `f:reason`. */
function stepsOf(path: string): readonly string[] {
  const [, map, key] = /^metadata\.(labels|annotations)\.(.*)$/su.exec(path) ?? [];
  // Keys of labels and annotations contain dots.
  if (map !== undefined && key !== undefined) return ["f:metadata", `f:${map}`, `f:${key}`];
  return path
    .split(/\.|(?=\[)/u)
    .map((step) => (step.startsWith("[") ? step.slice(1, -1) : `f:${step}`));
}

/** Returns whether a field is owned itself, or through a parent that is owned as a whole. */
function ownershipOf(fields: JsonObject, steps: readonly string[]): "field" | "none" | "whole" {
  let at: JsonObject = fields;
  for (const [index, step] of steps.entries()) {
    const next: JsonValue | undefined = step.startsWith("f:") ? at[step] : itemOf(at, step);
    if (!isJsonObject(next)) return "none";
    if (isLeaf(next) && index < steps.length - 1) return "whole";
    at = next;
  }
  return "field";
}

function itemOf(fields: JsonObject, type: string): JsonValue | undefined {
  return fields[`k:${JSON.stringify({ type })}`];
}

function isLeaf(fields: JsonObject): boolean {
  return Object.keys(fields).every((key) => key === ".");
}
