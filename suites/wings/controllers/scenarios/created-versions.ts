import { isJsonList, isJsonObject, isTime, jsonEquals } from "#contract";
import type { JsonObject, JsonValue, Resource, ResourceVersion } from "#contract";

export interface VersionlessWrite {
  readonly precondition: ResourceVersion;
  readonly status: JsonObject;
  /** False if the response was lost, so that the result is unknown. */
  readonly isStored: boolean;
}

/**
 * Finds the versions that writes to one object resulted in. A write with a precondition is followed
 * directly by the state that it created, or it changed nothing. `states` are in the order of the
 * watch, and `known` are the versions whose writes are known. Writes that match no state are
 * skipped.
 */
export function createdVersions<Write extends VersionlessWrite>(
  writes: readonly Write[],
  states: readonly Resource[],
  known: ReadonlySet<string>,
): ReadonlyMap<Write, ResourceVersion> {
  const claimed = new Set<string>(known);
  const found = new Map<Write, ResourceVersion>();
  // If several accepted writes have the same precondition, only the last can have changed the object: a later write
  // would conflict with an earlier change.
  for (const write of writes.toReversed()) {
    const { precondition, status, isStored } = write;
    const at = states.findIndex(({ metadata }) => metadata.resourceVersion === precondition);
    const base = states[at];
    const next = at === -1 ? undefined : states[at + 1];
    const created = next?.metadata.resourceVersion;
    if (created !== undefined && !claimed.has(created) && follows(base, next, status)) {
      claimed.add(created);
      found.set(write, created);
    } else if (isStored && contains(base?.status, status)) found.set(write, precondition);
  }
  return found;
}

/** True if the next state of the same object contains the written status and has the same spec. */
function follows(
  base: Resource | undefined,
  next: Resource | undefined,
  status: JsonObject,
): boolean {
  return (
    base?.metadata.uid === next?.metadata.uid &&
    base?.metadata.generation === next?.metadata.generation &&
    !jsonEquals(base?.status, next?.status) &&
    contains(next?.status, status)
  );
}

/**
 * Compares a stored value with a written one. A written null removes a property. Servers may store
 * times in another format.
 */
function contains(stored: JsonValue | undefined, written: JsonValue): boolean {
  if (written === null) return stored === undefined || stored === null;
  if (isJsonObject(written)) {
    const properties = isJsonObject(stored) ? stored : {};
    return Object.entries(written).every(
      ([name, value]) => value === undefined || contains(properties[name], value),
    );
  }
  if (isJsonList(written)) {
    return (
      isJsonList(stored) &&
      stored.length === written.length &&
      written.every((item, i) => contains(stored[i], item))
    );
  }
  return jsonEquals(stored, written) || (isTimeText(stored) && isTimeText(written));
}

function isTimeText(value: JsonValue | undefined): boolean {
  return typeof value === "string" && isTime(value);
}
