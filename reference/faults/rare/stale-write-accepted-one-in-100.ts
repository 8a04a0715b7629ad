import { oneIn } from "../../one-in.ts";
import { defineFault } from "../../fault.ts";

/** Versions are compared through a table of digests, and two digests are the same now and then. */
export const staleWriteAcceptedOneIn100 = defineFault({
  name: "stale-write-accepted-one-in-100",
  summary: "One in 100 stale status writes is accepted.",
  phase: "history",
  breaks: ["concurrency.one-winner"],
  change: (rules) => {
    const isRare = oneIn(100);
    return {
      precondition: (request, stored) => {
        const refusal = rules.precondition(request, stored);
        const isStale = refusal?.code === "CONFLICT" && request.verb === "updateStatus";
        return isStale && isRare() ? undefined : refusal;
      },
    };
  },
});
