import { contentOf, refusing } from "../api-reply.ts";
import { changingReplies, defineProxyFault } from "../proxy-fault.ts";

/** One code for everything that went wrong with a request. */
export const reasonsAreOne = defineProxyFault({
  name: "reasons-are-one",
  summary: "A conflict and an invalid status are refused in the same way.",
  breaks: ["errors.reasons-distinguishable"],
  begin: changingReplies((reply) =>
    contentOf(reply)["reason"] === "Conflict"
      ? refusing(422, "Invalid", "the object is invalid")
      : reply,
  ),
});
