import { formatOf, isStatusWrite, withQuery } from "../../api-request.ts";
import { changingRequests, defineProxyFault } from "../../proxy-fault.ts";

/** Nobody may insist. */
export const forceIsIgnored = defineProxyFault({
  name: "force-is-ignored",
  summary: "A forced apply of the status conflicts like any other.",
  breaks: ["apply.force-takes-fields"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "apply"
      ? withQuery(request, { force: undefined })
      : request,
  ),
});
