import { withObjects } from "../api-reply.ts";
import { isList } from "../api-request.ts";
import { changingObjects, changingReplies } from "../proxy-fault.ts";
import type { ProxyFault } from "../proxy-fault.ts";
import { generationOf, partOf } from "../stored-object.ts";

export const readinessProxyFaults: readonly ProxyFault[] = [
  {
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
  },
  {
    name: "unobserved-reads-as-ready",
    summary: "An observed generation of -1 is shown as the current generation.",
    breaks: ["readiness.never-current-unobserved"],
    begin: changingObjects((object) => {
      const status = partOf(object, "status");
      if (status["observedGeneration"] !== -1) return object;
      return { ...object, status: { ...status, observedGeneration: generationOf(object) } };
    }),
  },
];
