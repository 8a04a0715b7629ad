import { refusing } from "../api-reply.ts";
import { isStatusWrite } from "../api-request.ts";
import { changingReplies, defineProxyFault } from "../proxy-fault.ts";

/** No row has that name and that version: why, nobody asks. */
export const missingIsConflict = defineProxyFault({
  name: "missing-is-conflict",
  summary: "A status write to a missing object is refused as a conflict.",
  breaks: ["errors.existence-before-version"],
  begin: changingReplies((reply, request) =>
    isStatusWrite(request) && reply.status === 404
      ? refusing(409, "Conflict", "the object has been modified")
      : reply,
  ),
});
