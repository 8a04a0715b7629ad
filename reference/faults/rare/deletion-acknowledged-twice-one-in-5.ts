import type { Resource } from "#contract";
import { oneIn } from "../../one-in.ts";
import { defineFault } from "../../fault.ts";

/** A deletion is made idempotent by remembering what was deleted last. */
export const deletionAcknowledgedTwiceOneIn5 = defineFault({
  name: "deletion-acknowledged-twice-one-in-5",
  summary:
    "One deletion in 5 of an object that is gone is answered as if it had just been deleted.",
  phase: "history",
  breaks: ["errors.missing-object-not-found", "concurrency.one-winner"],
  change: (rules) => {
    const isRare = oneIn(5);
    const gone = new Map<string, Resource>();
    return {
      announce: (outcome) => {
        const isRemoval = outcome.result === "committed" && outcome.isRemoval;
        if (isRemoval && outcome.before !== undefined)
          gone.set(outcome.request.key.name, outcome.before);
        return rules.announce(outcome);
      },
      refused: (request, refusal, stored) => {
        const last = gone.get(request.key.name);
        const isGone = request.verb === "delete" && refusal.code === "NOT_FOUND";
        if (isGone && last?.metadata.uid === request.uid && last !== undefined && isRare())
          return last;
        return rules.refused(request, refusal, stored);
      },
    };
  },
});
