import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** Lists are joined as if their items had names, as strategic merge patches do. */
export const mergePatchAppendsLists = defineFault({
  name: "merge-patch-appends-lists",
  summary: "Conditions and addresses in a merge patch are added to the stored ones.",
  breaks: [
    "write.merge-patch-replaces-lists",
    "write.lists-are-replaced",
    "errors.invalid-names-field",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        request.form === "merge" ? joinLists(stored.status ?? {}, status) : status,
      ),
  }),
});

function joinLists(stored: JsonObject, merged: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(merged).map(([member, value]) => [member, join(stored[member], value)]),
  );
}

function join(stored: JsonValue | undefined, merged: JsonValue): JsonValue {
  if (isJsonObject(stored) && isJsonObject(merged)) return joinLists(stored, merged);
  if (!isList(stored) || !isList(merged)) return merged;
  return [...stored.filter((old) => !merged.some((item) => isSame(old, item))), ...merged];
}

function isSame(old: JsonValue, item: JsonValue): boolean {
  const isNamed = isJsonObject(old) && isJsonObject(item) && old["type"] !== undefined;
  return isNamed ? jsonEquals(old["type"], item["type"]) : jsonEquals(old, item);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
