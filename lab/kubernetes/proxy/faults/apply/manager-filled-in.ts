import { formatOf, withQuery } from "../../api-request.ts";
import { changingRequests, defineProxyFault } from "../../proxy-fault.ts";

/** A name is found for everybody. */
export const managerFilledIn = defineProxyFault({
  name: "manager-filled-in",
  summary: "An apply without a manager is attributed to one that nobody named.",
  breaks: ["write.apply-needs-manager"],
  begin: changingRequests((request) => {
    const isNameless = (request.query["fieldManager"] ?? "") === "";
    return formatOf(request) === "apply" && isNameless
      ? withQuery(request, { fieldManager: "unknown" })
      : request;
  }),
});
