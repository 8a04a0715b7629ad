import { isEmpty, isJsonList, isJsonObject, isSameValue } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * The statuses of new objects to which no controller has written. One of these objects may have received the status of
 * another.
 */
export interface LeakStatuses {
  /** The status of another object, which must not occur in the tested object. */
  readonly foreign: JsonObject;
  /**
   * The initial status of that other object. Its values do not prove a leak: objects that were created in the same
   * second may have equal timestamps. Absent if unknown.
   */
  readonly initial?: JsonObject | undefined;
  readonly unrelated: JsonObject | undefined;
  readonly found: JsonObject | undefined;
}

/**
 * Finds evidence that a new object has received the status of another: it contains a value of that status, and no other
 * new object does. Values of the initial status that admission sets do not count. Returns undefined if there is no
 * evidence.
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
