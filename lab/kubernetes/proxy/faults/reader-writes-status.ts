import { asRole, isStatusWrite, roleOf } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** Nobody thought that a reader would try. */
export const readerWritesStatus = defineProxyFault({
  name: "reader-writes-status",
  summary: "A reader may write the status.",
  breaks: ["authorization.reader-cannot-write"],
  begin: changingRequests((request) =>
    roleOf(request) === "reader" && isStatusWrite(request)
      ? asRole(request, "controller")
      : request,
  ),
});
