import { withQuery } from "../api-request.ts";
import { changingWatches, defineProxyFault } from "../proxy-fault.ts";

/** Labels are looked at in lists and nowhere else. */
export const selectorIgnoredOnWatch = defineProxyFault({
  name: "selector-ignored-on-watch",
  summary: "A watch limited by labels delivers the events of all objects.",
  breaks: ["watch.selector-filter"],
  begin: changingWatches((request) => withQuery(request, { labelSelector: undefined })),
});
