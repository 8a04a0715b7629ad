import { asRole, isRead, roleOf } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** Whoever is known may look. */
export const strangerReads = defineProxyFault({
  name: "stranger-reads",
  summary: "An identity without permissions may read objects.",
  breaks: ["authorization.stranger-cannot-read"],
  begin: changingRequests((request) =>
    roleOf(request) === "stranger" && isRead(request) ? asRole(request, "reader") : request,
  ),
});
