import { isEmpty, isJsonObject, isSameValue } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** The statuses of two objects without reports, one of which may have received a foreign status. */
export interface Newborns {
  /** The status that must not be found in it. */
  readonly foreign: JsonObject;
  /** How the object started that had the foreign status: two objects of one second may get equal times. Absent: unknown. */
  readonly born?: JsonObject | undefined;
  /** The status of an object like any other. */
  readonly plain: JsonObject | undefined;
  /** The status of the one in question. */
  readonly found: JsonObject | undefined;
}

/**
 * What shows that a new object has a status from elsewhere: a value of the foreign one that no other object
 * starts with. Admission may give each object a status of its own, which is no such value. Undefined: nothing.
 */
export function leakInto({ foreign, born, plain, found }: Newborns): string | undefined {
  const own = leavesOf(found ?? {});
  const usual = [leavesOf(plain ?? {}), leavesOf(born ?? {})];
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

/** The values of a status by their places. Items of a list share one. */
type Leaves = ReadonlyMap<string, readonly JsonValue[]>;

function leavesOf(status: JsonObject): Leaves {
  const leaves = new Map<string, JsonValue[]>();
  const collect = (value: JsonValue, place: string): void => {
    if (isEmpty(value)) return;
    if (isList(value)) {
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

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
