import { withObjects } from "../api-reply.ts";
import { isList } from "../api-request.ts";
import { changingReplies, defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** One of two encoders begins with zero. */
export const listsCountFromZero = defineProxyFault({
  name: "lists-count-from-zero",
  summary: "A list shows observed generations that are one too low.",
  breaks: ["readiness.same-for-every-reader"],
  begin: changingReplies((reply, request) => {
    if (!isList(request)) return reply;
    return withObjects(reply, (object) => {
      const status = partOf(object, "status");
      const { observedGeneration } = status;
      if (typeof observedGeneration !== "number") return object;
      return { ...object, status: { ...status, observedGeneration: observedGeneration - 1 } };
    });
  }),
});
