import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";
import { deletedObjects } from "../shared/deleted-objects.ts";

/** A deletion is made idempotent by remembering what was deleted last. */
export const deletionAcknowledgedTwiceOneIn5 = defineFault({
  name: "deletion-acknowledged-twice-one-in-5",
  summary:
    "One deletion in 5 of an object that is gone is answered as if it had just been deleted.",
  phase: "history",
  breaks: ["errors.missing-object-not-found", "concurrency.one-winner"],
  change: (rules) => {
    const isRare = oneIn(5);
    const { announce, lastOf } = deletedObjects(rules);
    return {
      announce,
      refused: (request, refusal, stored) => {
        const last = lastOf(request.key.name);
        const isGone = request.verb === "delete" && refusal.code === "NOT_FOUND";
        if (isGone && last?.metadata.uid === request.uid && last !== undefined && isRare())
          return last;
        return rules.refused(request, refusal, stored);
      },
    };
  },
});
