import { withQuery } from "../api-request.ts";
import { changingWatches, defineProxyFault } from "../proxy-fault.ts";

/** What is too old is taken for nothing. */
export const expiredCursorIsNow = defineProxyFault({
  name: "expired-cursor-is-now",
  summary: "A watch from a version that is no longer retained starts with the current state.",
  breaks: ["watch.expired-cursor-is-refused"],
  begin: changingWatches((request) =>
    request.query["resourceVersion"] === "1"
      ? withQuery(request, { resourceVersion: undefined })
      : request,
  ),
});
