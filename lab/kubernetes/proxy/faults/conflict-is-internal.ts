import { contentOf, refusing } from "../api-reply.ts";
import { changingReplies, defineProxyFault } from "../proxy-fault.ts";

/** A conflict in the store surfaces as a failure of the server. */
export const conflictIsInternal = defineProxyFault({
  name: "conflict-is-internal",
  summary: "A stale write is refused as an internal error.",
  breaks: ["concurrency.stale-status-write-conflicts"],
  begin: changingReplies((reply) =>
    contentOf(reply)["reason"] === "Conflict"
      ? refusing(500, "InternalError", "the object has been modified")
      : reply,
  ),
});
