import { withQuery } from "../api-request.ts";
import { changingWatches, defineProxyFault } from "../proxy-fault.ts";

/** The cursor is not looked at. */
export const resumeBeginsWithState = defineProxyFault({
  name: "resume-begins-with-state",
  summary: "A watch from a version begins with the current state instead.",
  breaks: ["watch.resumes-after-version"],
  begin: changingWatches((request) => withQuery(request, { resourceVersion: undefined })),
});
