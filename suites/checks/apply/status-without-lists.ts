import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { countedStatus, sampleStatus } from "#harness";
import type { CheckContext } from "#harness";

/**
 * A sample status without lists, because their merge strategy depends on the kind. Only the counter if nothing else
 * remains.
 */
export function statusWithoutLists(context: CheckContext, index: number): JsonObject {
  const rest = withoutLists(sampleStatus(context, index));
  return Object.keys(rest).length > 0 ? rest : countedStatus(context, index + 1);
}

/** The fields of a status that neither are nor contain lists. */
export function withoutLists(status: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([, value]) => !hasList(value)));
}

function hasList(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return true;
  return isJsonObject(value) && Object.values(value).some(hasList);
}
