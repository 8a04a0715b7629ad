import { isOwnedBy } from "../../apply/manage-fields.ts";
import { ownerOf } from "../../correct/status-rules.ts";
import { defineFault } from "../../store/fault.ts";

/** The ledger of one manager is read without those of the others. */
export const applyRemovesSharedMembers = defineFault({
  name: "apply-removes-shared-members",
  summary: "What a manager omits is removed, though another manager applied it too.",
  breaks: ["apply.keeps-shared-fields"],
  change: (rules) => ({
    omittedFields: (request, stored) => {
      const own = stored.metadata.managedFields?.filter((entry) =>
        isOwnedBy(entry, ownerOf(request)),
      );
      const metadata = { ...stored.metadata, managedFields: own ?? [] };
      return rules.omittedFields(request, { ...stored, metadata });
    },
    // Conflicts are looked for before anything is removed.
    ownership: (request, stored, after) => {
      const isApply = request.form === "apply" && stored !== undefined && after !== undefined;
      const joined = isApply && {
        ...after,
        status: rules.applyStatus(request, stored, undefined),
      };
      return rules.ownership(request, stored, joined === false ? after : joined);
    },
  }),
});
