import { formatOf, withQuery } from "../../api-request.ts";
import { changingRequests, defineProxyFault } from "../../proxy-fault.ts";

/** A parameter that means nothing does no harm. */
export const forceTakenByEveryPatch = defineProxyFault({
  name: "force-taken-by-every-patch",
  summary: "A patch that is no apply may ask for force, and nothing comes of it.",
  breaks: ["write.force-belongs-to-apply"],
  begin: changingRequests((request) =>
    formatOf(request) === "apply" ? request : withQuery(request, { force: undefined }),
  ),
});
