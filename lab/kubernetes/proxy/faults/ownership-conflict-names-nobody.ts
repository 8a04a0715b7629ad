import { refusing } from "../api-reply.ts";
import { formatOf } from "../api-request.ts";
import { changingReplies, defineProxyFault } from "../proxy-fault.ts";

/** The error is passed on by its first line. */
export const ownershipConflictNamesNobody = defineProxyFault({
  name: "ownership-conflict-names-nobody",
  summary: "A conflict of field ownership names neither field nor manager.",
  breaks: ["apply.conflict-names-manager-and-field", "errors.ownership-conflict-distinguishable"],
  begin: changingReplies((reply, request) =>
    reply.status === 409 && formatOf(request) === "apply"
      ? refusing(409, "Conflict", "Apply failed with a conflict")
      : reply,
  ),
});
