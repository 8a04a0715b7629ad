import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { RequestOptions } from "../kinds/requests.ts";

/** Reads the options of a write. What GraphQL has refused in them is read as if it were not there. */
export function readOptions(sent: JsonValue | undefined): RequestOptions {
  const { dryRun, fieldManager, fieldValidation, force } = isJsonObject(sent) ? sent : {};
  return {
    isDryRun: dryRun === true,
    // An empty name is none, as in Kubernetes.
    fieldManager:
      typeof fieldManager === "string" && fieldManager !== "" ? fieldManager : undefined,
    fieldValidation: typeof fieldValidation === "string" ? fieldValidation : "STRICT",
    force: force === true,
  };
}
