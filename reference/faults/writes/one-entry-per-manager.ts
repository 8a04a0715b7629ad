import { isOwnedBy } from "../../apply/manage-fields.ts";
import { ownerOf } from "../../correct/status-rules.ts";
import { defineFault } from "../../store/fault.ts";

/** The name is the key of the record. */
export const oneEntryPerManager = defineFault({
  name: "one-entry-per-manager",
  summary:
    "What a manager owns in the status replaces what it owned in the object, and the reverse.",
  breaks: ["apply.ownership-is-per-side"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const owner = ownerOf(request);
      return rules
        .managedFields(request, before, after)
        .filter((entry) => entry.manager !== owner.manager || isOwnedBy(entry, owner));
    },
  }),
});
