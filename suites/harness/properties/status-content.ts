import { holdsList, pointerStep } from "#contract";
import type { JsonObject } from "#contract";
import type { KindDescription } from "#targets";
import type { StatusChoice } from "./move.ts";

/**
 * Returns the selected fields of a sample status, some of them null. All fields are selected if no bit is set. Fields
 * that the schema declares to be non-null in objects are never null.
 */
export function statusOf(
  choice: StatusChoice,
  { samples, nonNullFields = [] }: KindDescription,
): JsonObject {
  const sample = samples.statuses[choice.sample % samples.statuses.length] ?? {};
  const members = Object.entries(sample);
  const chosen = members.filter((_, index) => isChosen(choice.members, index));
  const written = chosen.length === 0 ? members : chosen;
  return Object.fromEntries(
    written.map(([name, value], index) => {
      const isNull = isChosen(choice.nulls, index) && !nonNullFields.includes(name);
      return [name, isNull ? null : value];
    }),
  );
}

/** The ninth field shares the bit of the first. */
function isChosen(bits: number, index: number): boolean {
  return ((bits >> (index % 8)) & 1) === 1;
}

/** Returns a status without fields that contain lists, because the merge strategy of lists depends on the kind. */
export function withoutLists(status: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([, value]) => !holdsList(value)));
}

/**
 * Creates a JSON patch that sets and removes fields. If `isFirm`, the patch starts with a test of the first field that
 * it sets.
 */
export function jsonPatchOf(status: JsonObject, isFirm: boolean): readonly JsonObject[] {
  const operations = Object.entries(status).map(([name, value]): JsonObject => {
    const path = `/status/${pointerStep(name)}`;
    return value === null ? { op: "remove", path } : { op: "add", path, value };
  });
  const first = Object.entries(status).find(([, value]) => value !== null);
  if (!isFirm || first === undefined) return operations;
  return [{ op: "test", path: `/status/${pointerStep(first[0])}`, value: first[1] }, ...operations];
}
