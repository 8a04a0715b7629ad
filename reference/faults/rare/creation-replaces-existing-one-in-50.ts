import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** Two creations at the same time are told apart by a check that is not part of the transaction. */
export const creationReplacesExistingOneIn50 = defineFault({
  name: "creation-replaces-existing-one-in-50",
  summary: "One creation in 50 under a taken name replaces the object that has it.",
  phase: "history",
  breaks: [
    "errors.existing-name-already-exists",
    "concurrency.one-winner",
    "write.stores-submitted-status",
    "write.visible-to-later-reads",
    "watch.one-event-per-write",
  ],
  change: (rules) => {
    const isRare = oneIn(50);
    return {
      existence: (request, stored) => {
        const refusal = rules.existence(request, stored);
        return refusal?.code === "ALREADY_EXISTS" && isRare() ? undefined : refusal;
      },
    };
  },
});
