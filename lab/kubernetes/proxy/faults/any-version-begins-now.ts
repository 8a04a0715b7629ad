import { withQuery } from "../api-request.ts";
import { changingWatches, defineProxyFault } from "../proxy-fault.ts";

/** Any version will do, so the newest one does. */
export const anyVersionBeginsNow = defineProxyFault({
  name: "any-version-begins-now",
  summary: "A watch from version 0 does not show what is there already.",
  breaks: ["watch.any-version-begins-with-state"],
  begin: changingWatches((request) =>
    request.query["resourceVersion"] === "0"
      ? withQuery(request, {
          resourceVersion: undefined,
          sendInitialEvents: "false",
          resourceVersionMatch: "NotOlderThan",
        })
      : request,
  ),
});
