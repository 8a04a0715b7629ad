import { refusing } from "../api-reply.ts";
import { changingReplies, defineProxyFault } from "../proxy-fault.ts";

/** What is not there cannot be permitted. */
export const missingIsForbidden = defineProxyFault({
  name: "missing-is-forbidden",
  summary: "A write to a missing object is refused as forbidden.",
  breaks: ["errors.missing-object-not-found"],
  begin: changingReplies((reply, request) =>
    reply.status === 404 && request.method !== "GET"
      ? refusing(403, "Forbidden", "the object is not accessible")
      : reply,
  ),
});
