import { isEmpty, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { isSame } from "#harness";

/** A status whose replacement omits a field of a nested object. */
export interface NestedOmission {
  readonly status: JsonObject;
  /** The status that replaces it. */
  readonly sparse: JsonObject;
  readonly path: readonly string[];
  readonly value: JsonValue;
}

type Pair = readonly [NestedOmission, NestedOmission];

/** Finds two replacements of sample statuses that omit fields of the same nested object. Undefined if there are none. */
export function nestedOmissionIn(statuses: readonly JsonObject[]): Pair | undefined {
  return commonFieldIn(statuses) ?? ownFieldsIn(statuses);
}

/** Finds a field of a nested object that has different values in two sample statuses. */
function commonFieldIn(statuses: readonly JsonObject[]): Pair | undefined {
  const places = statuses.flatMap((status) =>
    Object.entries(status).flatMap(([member, inner]) =>
      isJsonObject(inner) && Object.keys(inner).length > 1
        ? Object.entries(inner).map(([name, value]) => {
            const path = [member, name];
            return { status, sparse: without(status, path), path, value };
          })
        : [],
    ),
  );
  for (const one of places) {
    const other = places.find(
      ({ path, value }) => path.join() === one.path.join() && !isSame(value, one.value),
    );
    if (other !== undefined && !isEmpty(one.value) && !isEmpty(other.value)) return [one, other];
  }
  return undefined;
}

/**
 * Finds a nested object without a fixed set of fields: each of two sample statuses has a field in it that the other
 * lacks.
 */
function ownFieldsIn(statuses: readonly JsonObject[]): Pair | undefined {
  const places = statuses.flatMap((status) =>
    statuses.flatMap((sparse) =>
      Object.keys(status).flatMap((member) => missingFields(status, sparse, member)),
    ),
  );
  for (const one of places) {
    const other = places.find(
      ({ status, sparse, path }) =>
        status === one.sparse && sparse === one.status && path[0] === one.path[0],
    );
    if (other !== undefined) return [one, other];
  }
  return undefined;
}

/** Returns the fields of a nested object that the same object in another status lacks. */
function missingFields(
  status: JsonObject,
  sparse: JsonObject,
  member: string,
): readonly NestedOmission[] {
  const [inner, others] = [status[member], sparse[member]];
  if (!isJsonObject(inner) || !isJsonObject(others)) return [];
  return Object.entries(inner).flatMap(([name, value]) =>
    isEmpty(value) || Object.hasOwn(others, name)
      ? []
      : [{ status, sparse, path: [member, name], value }],
  );
}

function without(status: JsonObject, [member = "", name = ""]: readonly string[]): JsonObject {
  const inner = status[member];
  if (!isJsonObject(inner)) return status;
  const { [name]: _omitted, ...rest } = inner;
  return { ...status, [member]: rest };
}
