import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { RequestOptions } from "../kinds/store-requests.ts";

/** Reads the options of a write. Ignores values that GraphQL validation rejects. */
export function readOptions(sent: JsonValue | undefined): RequestOptions {
  const { dryRun, fieldManager, fieldValidation, force } = isJsonObject(sent) ? sent : {};
  return {
    isDryRun: dryRun === true,
    // An empty name counts as absent, as in Kubernetes.
    fieldManager:
      typeof fieldManager === "string" && fieldManager !== "" ? fieldManager : undefined,
    fieldValidation: typeof fieldValidation === "string" ? fieldValidation : "STRICT",
    force: force === true,
  };
}
