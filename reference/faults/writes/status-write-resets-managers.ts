import { isOwnedBy } from "../../apply/manage-fields.ts";
import { ownerOf } from "../../correct/status-rules.ts";
import { defineFault } from "../../store/fault.ts";

/** The status handler starts from an empty ledger. */
export const statusWriteResetsManagers = defineFault({
  name: "status-write-resets-managers",
  summary: "A status write that is no apply removes all other managers from the record.",
  breaks: ["write.managers-not-writable"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const entries = rules.managedFields(request, before, after);
      return request.verb !== "updateStatus" || request.form === "apply"
        ? entries
        : entries.filter((entry) => isOwnedBy(entry, ownerOf(request)));
    },
  }),
});
