import { asRole, isStatusWrite, roleOf } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** The subresource is authorized like the object. */
export const authorWritesStatus = defineProxyFault({
  name: "author-writes-status",
  summary: "The author may write the status.",
  breaks: ["authorization.author-cannot-write-status", "allocation.author-cannot-forge"],
  begin: changingRequests((request) =>
    roleOf(request) === "author" && isStatusWrite(request)
      ? asRole(request, "controller")
      : request,
  ),
});
