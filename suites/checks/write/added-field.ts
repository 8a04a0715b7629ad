import { isEmpty, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/**
 * Finds a field that the second sample sets and the first sample clears. Samples whose fields have only one value each
 * set one of them at a time. Excludes lists and objects, because the server may merge them.
 */
export function addedField([first = {}, second = {}]: readonly JsonObject[]):
  | readonly [string, JsonValue]
  | undefined {
  return Object.entries(second).find(
    ([name, value]) =>
      !isEmpty(value) && !Array.isArray(value) && !isJsonObject(value) && isEmpty(first[name]),
  );
}
