import { isEmpty, isJsonList, isJsonObject, isSameValue } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * The statuses of new objects that no controller has written to. One of these objects may have received a foreign
 * status.
 */
export interface LeakStatuses {
  /** The foreign status, which must not occur in the tested object. */
  readonly foreign: JsonObject;
  /**
   * The initial status of the object to which the foreign status belongs. Its values do not count as leaked, because
   * objects that were created in the same second may have equal timestamps. Absent if unknown.
   */
  readonly initial?: JsonObject | undefined;
  readonly unrelated: JsonObject | undefined;
  readonly found: JsonObject | undefined;
}

/**
 * Finds evidence that a new object has received a foreign status: a value of that status that no other new object has.
 * Admission may set an initial status, whose values do not count. Returns undefined if there is no evidence.
 */
export function leakInto({ foreign, initial, unrelated, found }: LeakStatuses): string | undefined {
  const own = leavesOf(found ?? {});
  const usual = [leavesOf(unrelated ?? {}), leavesOf(initial ?? {})];
  for (const [place, values] of leavesOf(foreign)) {
    const isIn = (leaves: Leaves, value: JsonValue): boolean =>
      (leaves.get(place) ?? []).some((other) => isSameValue(other, value));
    const leaked = values.find(
      (value) => isIn(own, value) && !usual.some((leaves) => isIn(leaves, value)),
    );
    if (leaked !== undefined) return `status.${place} is ${JSON.stringify(leaked)}`;
  }
  return undefined;
}

/** The values of a status, keyed by path. All items of a list have the same path. */
type Leaves = ReadonlyMap<string, readonly JsonValue[]>;

function leavesOf(status: JsonObject): Leaves {
  const leaves = new Map<string, JsonValue[]>();
  const collect = (value: JsonValue, place: string): void => {
    if (isEmpty(value)) return;
    if (isJsonList(value)) {
      for (const item of value) collect(item, `${place}[]`);
    } else if (isJsonObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        collect(inner, place === "" ? name : `${place}.${name}`);
      }
    } else {
      leaves.set(place, [...(leaves.get(place) ?? []), value]);
    }
  };
  collect(status, "");
  return leaves;
}
