import { defineFault } from "../../store/fault.ts";
import type { WriteRequest } from "../../kinds/requests.ts";

/** The table of a kind is dropped as a whole, and nobody is told row by row. */
export const objectsOfRemovedKindGoSilently = defineFault({
  name: "objects-of-removed-kind-go-silently",
  summary: "Objects that go with the definition of their kind are no event.",
  breaks: ["kinds.objects-go-with-definition"],
  change: (rules) => {
    // Only somebody's own deletion is asked for what remains of the object.
    const asked = new WeakSet<WriteRequest>();
    return {
      terminatingObject: (request, stored, deletionTimestamp) => {
        asked.add(request);
        return rules.terminatingObject(request, stored, deletionTimestamp);
      },
      announce: (outcome) =>
        outcome.result === "committed" &&
        outcome.request.verb === "delete" &&
        outcome.isRemoval &&
        !asked.has(outcome.request)
          ? []
          : rules.announce(outcome),
    };
  },
});
