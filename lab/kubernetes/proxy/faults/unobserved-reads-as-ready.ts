import { changingObjects, defineProxyFault } from "../proxy-fault.ts";
import { generationOf, partOf } from "../stored-object.ts";

/** A negative count must be a mistake. */
export const unobservedReadsAsReady = defineProxyFault({
  name: "unobserved-reads-as-ready",
  summary: "An observed generation of -1 is shown as the current one.",
  breaks: ["readiness.never-current-unobserved"],
  begin: changingObjects((object) => {
    const status = partOf(object, "status");
    if (status["observedGeneration"] !== -1) return object;
    return { ...object, status: { ...status, observedGeneration: generationOf(object) } };
  }),
});
