import { oneIn } from "../shared/one-in.ts";
import { refuse } from "../../values/refusal.ts";
import { defineFault } from "../../store/fault.ts";

/** A name is set free some time after its object is gone. */
export const freeNameCalledTakenOneIn20 = defineFault({
  name: "free-name-called-taken-one-in-20",
  summary: "One creation in 20 under a free name is refused as if the name were taken.",
  phase: "history",
  breaks: ["errors.existing-name-already-exists"],
  change: (rules) => {
    const isRare = oneIn(20);
    return {
      existence: (request, stored) => {
        if (request.verb !== "create" || stored !== undefined || !isRare()) {
          return rules.existence(request, stored);
        }
        return refuse("ALREADY_EXISTS", "The name is still in use.");
      },
    };
  },
});
