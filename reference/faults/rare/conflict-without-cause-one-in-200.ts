import { oneIn } from "../shared/one-in.ts";
import { refuse } from "../../values/refusal.ts";
import { defineFault } from "../../store/fault.ts";

/** A transaction that fails for any reason is reported as a conflict. */
export const conflictWithoutCauseOneIn200 = defineFault({
  name: "conflict-without-cause-one-in-200",
  summary: "One status write in 200 that names the current version is refused as a conflict.",
  phase: "history",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      precondition: (request, stored) => {
        const refusal = rules.precondition(request, stored);
        if (refusal !== undefined || request.verb !== "updateStatus" || !isRare()) return refusal;
        return refuse("CONFLICT", "The transaction was rolled back.");
      },
    };
  },
});
