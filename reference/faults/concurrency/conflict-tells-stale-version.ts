import { defineFault } from "../../store/fault.ts";

/** The conflict echoes what the writer sent, so that a retry with it conflicts again, for ever. */
export const conflictTellsStaleVersion = defineFault({
  name: "conflict-tells-stale-version",
  summary: "A conflict names the version of the request as the current one.",
  breaks: ["concurrency.conflict-tells-current-version"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const refusal = rules.precondition(request, stored);
      return refusal?.code === "CONFLICT" && request.resourceVersion !== undefined
        ? { ...refusal, currentResourceVersion: request.resourceVersion }
        : refusal;
    },
  }),
});
