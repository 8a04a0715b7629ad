import { bodyOf, formatOf, isStatusWrite, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";
import { withoutMetadata } from "../stored-object.ts";

/** The version in a patch is not content, and is thrown away with what is not. */
export const staleMergePatchAccepted = defineProxyFault({
  name: "stale-merge-patch-accepted",
  summary: "The version in a merge patch of the status is not looked at.",
  breaks: ["concurrency.stale-merge-patch-conflicts"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "merge"
      ? withBody(request, withoutMetadata(bodyOf(request), "resourceVersion"))
      : request,
  ),
});
