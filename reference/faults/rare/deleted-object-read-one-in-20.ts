import type { Resource } from "#contract";
import { oneIn } from "../../one-in.ts";
import { defineFault } from "../../fault.ts";

/** A cache of reads learns of deletions late. */
export const deletedObjectReadOneIn20 = defineFault({
  name: "deleted-object-read-one-in-20",
  summary: "One read in 20 of a deleted object shows its last state.",
  phase: "history",
  breaks: ["deletion.nothing-comes-back"],
  change: (rules) => {
    const isRare = oneIn(20);
    const gone = new Map<string, Resource>();
    return {
      announce: (outcome) => {
        const isRemoval = outcome.result === "committed" && outcome.isRemoval;
        if (isRemoval && outcome.before !== undefined)
          gone.set(outcome.request.key.name, outcome.before);
        return rules.announce(outcome);
      },
      read: (access, states) => {
        const last = gone.get(access.name ?? "");
        if (states === undefined && last?.kind === access.kind && isRare()) return last;
        return rules.read(access, states);
      },
    };
  },
});
