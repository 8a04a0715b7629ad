import { isStatusWrite, withQuery } from "../api-request.ts";
import { changingRequests, defineProxyFault } from "../proxy-fault.ts";

/** The write is decided, the caller is told, and the disk never sees it. */
export const acknowledgedWriteDropped = defineProxyFault({
  name: "acknowledged-write-dropped",
  summary: "A status write is acknowledged and not stored.",
  breaks: ["write.stores-submitted-status", "write.visible-to-later-reads"],
  begin: changingRequests((request) =>
    isStatusWrite(request) ? withQuery(request, { dryRun: "All" }) : request,
  ),
});
