import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";
import { deletedObjects } from "../shared/deleted-objects.ts";

/** A cache of reads learns of deletions late. */
export const deletedObjectReadOneIn20 = defineFault({
  name: "deleted-object-read-one-in-20",
  summary: "One read in 20 of a deleted object shows its last state.",
  phase: "history",
  breaks: ["deletion.nothing-comes-back"],
  change: (rules) => {
    const isRare = oneIn(20);
    const { announce, lastOf } = deletedObjects(rules);
    return {
      announce,
      read: (access, states) => {
        const last = lastOf(access.name ?? "");
        if (states === undefined && last?.kind === access.kind && isRare()) return last;
        return rules.read(access, states);
      },
    };
  },
});
