import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { sampleStatus } from "#harness";
import type { CheckContext } from "#harness";

/** A sample status of the kind without its lists: how applied lists are merged is up to the kind. */
export function statusWithoutLists(context: CheckContext, index: number): JsonObject {
  const members = Object.entries(sampleStatus(context, index));
  return Object.fromEntries(members.filter(([, value]) => !hasList(value)));
}

function hasList(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return true;
  return isJsonObject(value) && Object.values(value).some(hasList);
}
