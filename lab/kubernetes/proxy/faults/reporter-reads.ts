import { asRole, roleOf } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** Who may write may read. */
export const reporterReads = defineProxyFault({
  name: "reporter-reads",
  summary: "Permission to write the status gives permission to read the object.",
  breaks: ["authorization.status-permission-gives-no-read"],
  begin: changingRequests((request) =>
    roleOf(request) === "reporter" && request.method === "GET"
      ? asRole(request, "reader")
      : request,
  ),
});
