import { isStatusWrite, withQuery } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** A wish that is not known is not looked at. */
export const dryRunStores = defineProxyFault({
  name: "dry-run-stores",
  summary: "A status write that is only tried is stored.",
  breaks: ["write.dry-run-stores-nothing"],
  begin: changingRequests((request) =>
    isStatusWrite(request) ? withQuery(request, { dryRun: undefined }) : request,
  ),
});
