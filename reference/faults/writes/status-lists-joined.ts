import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** Items that a writer no longer reports stay for ever. */
export const statusListsJoined = defineFault({
  name: "status-lists-joined",
  summary: "A list in a status write is joined with the stored one instead of replacing it.",
  breaks: [
    "write.lists-are-replaced",
    "write.merge-patch-replaces-lists",
    "kinds.status-outlives-its-separation",
    "readiness.same-for-every-reader",
    "allocation.answer-belongs-to-its-generation",
    "allocation.ownership-is-advisory",
  ],
  change: (rules) => ({
    mergeStatus: (stored, submitted) =>
      joinLists(stored ?? {}, rules.mergeStatus(stored, submitted)),
  }),
});

function joinLists(stored: JsonObject, merged: JsonObject): JsonObject {
  const members = Object.entries(merged).map(([name, value]) => [name, join(stored[name], value)]);
  return Object.fromEntries(members);
}

function join(stored: JsonValue | undefined, merged: JsonValue | undefined): JsonValue {
  if (isJsonObject(stored) && isJsonObject(merged)) return joinLists(stored, merged);
  if (!isList(stored) || !isList(merged)) return merged ?? null;
  const lost = stored.filter((old) => !merged.some((item) => isSameEntry(old, item)));
  return [...merged, ...lost];
}

/** Conditions of one type are one entry: two of them would be refused elsewhere. */
function isSameEntry(left: JsonValue, right: JsonValue): boolean {
  if (!isJsonObject(left) || !isJsonObject(right)) return jsonEquals(left, right);
  return left["type"] === undefined ? jsonEquals(left, right) : left["type"] === right["type"];
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
