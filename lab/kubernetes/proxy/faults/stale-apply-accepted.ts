import { bodyOf, formatOf, isStatusWrite, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";
import { withoutMetadata } from "../stored-object.ts";

/** What is declared has no version. */
export const staleApplyAccepted = defineProxyFault({
  name: "stale-apply-accepted",
  summary: "The version in an apply of the status is not looked at.",
  breaks: ["concurrency.stale-apply-conflicts"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "apply"
      ? withBody(request, withoutMetadata(bodyOf(request), "resourceVersion"))
      : request,
  ),
});
