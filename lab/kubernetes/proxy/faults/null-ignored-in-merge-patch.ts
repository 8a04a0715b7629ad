import { bodyOf, formatOf, isStatusWrite, withBody } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";
import { withoutNulls } from "../stored-object.ts";

/** A decoder that knows no difference between null and absent. */
export const nullIgnoredInMergePatch = defineProxyFault({
  name: "null-ignored-in-merge-patch",
  summary: "A member that is null in a merge patch of the status stays.",
  breaks: ["write.merge-patch-null-removes-member", "write.null-clears-member"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "merge"
      ? withBody(request, withoutNulls(bodyOf(request)))
      : request,
  ),
});
