import { withQuery } from "../../api-request.ts";
import { changingRequests, defineProxyFault } from "../../proxy-fault.ts";

/** A name is made to fit. */
export const managerNamesCut = defineProxyFault({
  name: "manager-names-cut",
  summary: "The name of a manager is cut and cleaned until it is valid.",
  breaks: ["write.invalid-manager-refused"],
  begin: changingRequests((request) => {
    const { fieldManager } = request.query;
    if (fieldManager === undefined) return request;
    const cut = fieldManager.replace(/[^\x20-\x7e]/gu, "").slice(0, 128);
    return withQuery(request, { fieldManager: cut });
  }),
});
