import { mapLists } from "../../values/map-values.ts";
import { defineFault } from "../../store/fault.ts";

/** A list has a column for each of its entries, and there are three. */
export const longListsCut = defineFault({
  name: "long-lists-cut",
  summary: "A status keeps at most three entries of a list.",
  line: "second",
  breaks: ["write.stores-submitted-status", "conditions.limits-are-within-bounds"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        mapLists(status, (list) => list.slice(0, 3)),
      ),
  }),
});
