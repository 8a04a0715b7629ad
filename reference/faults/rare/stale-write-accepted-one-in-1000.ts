import { oneIn } from "../../one-in.ts";
import { defineFault } from "../../fault.ts";

/** The comparison of versions is skipped where a lock could not be had in time, which is rare. */
export const staleWriteAcceptedOneIn1000 = defineFault({
  name: "stale-write-accepted-one-in-1000",
  summary: "One in 1,000 stale status writes is accepted.",
  phase: "history",
  breaks: ["concurrency.one-winner"],
  change: (rules) => {
    const isRare = oneIn(1_000);
    return {
      precondition: (request, stored) => {
        const refusal = rules.precondition(request, stored);
        const isStale = refusal?.code === "CONFLICT" && request.verb === "updateStatus";
        return isStale && isRare() ? undefined : refusal;
      },
    };
  },
});
