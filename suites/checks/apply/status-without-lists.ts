import type { JsonObject } from "#contract";
import { countedStatus, sampleStatus, withoutLists } from "#harness";
import type { CheckContext } from "#harness";

/**
 * Returns a sample status without lists, because their merge strategy depends on the kind. If all fields contain lists,
 * returns a counted status instead.
 */
export function statusWithoutLists(context: CheckContext, index: number): JsonObject {
  const rest = withoutLists(sampleStatus(context, index));
  return Object.keys(rest).length > 0 ? rest : countedStatus(context, index + 1);
}
