import { formatOf, isStatusWrite, withQuery } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** Whoever applies last is right. */
export const applyTakesFields = defineProxyFault({
  name: "apply-takes-fields",
  summary: "Every apply of the status is forced.",
  breaks: ["apply.conflict-without-force", "apply.other-writes-take-fields"],
  begin: changingRequests((request) =>
    isStatusWrite(request) && formatOf(request) === "apply"
      ? withQuery(request, { force: "true" })
      : request,
  ),
});
