import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { formatOf, isStatusWrite, patchOf, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** Operations on anything but the status are skipped before the patch is applied. */
export const staleJsonPatchAccepted = defineProxyFault({
  name: "stale-json-patch-accepted",
  summary: "The version in a JSON patch of the status is not looked at.",
  breaks: ["concurrency.stale-json-patch-conflicts"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "json"
      ? withBody(request, patchOf(request).filter(isAboutContent))
      : request,
  ),
});

function isAboutContent(operation: JsonValue): boolean {
  return !isJsonObject(operation) || operation["path"] !== "/metadata/resourceVersion";
}
