import { isOwnedBy } from "../../apply/manage-fields.ts";
import { ownerOf } from "../../correct/status-rules.ts";
import { defineFault } from "../../store/fault.ts";

/** Force is a licence to write, and nothing more. */
export const forceKeepsOldOwner = defineFault({
  name: "force-keeps-old-owner",
  summary: "A forced apply leaves its fields to the managers that owned them before as well.",
  breaks: ["apply.force-takes-fields"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const entries = rules.managedFields(request, before, after);
      if (!request.options.force || before === undefined) return entries;
      const others = before.metadata.managedFields?.filter(
        (entry) => !isOwnedBy(entry, ownerOf(request)),
      );
      return [...(others ?? []), ...entries.filter((entry) => isOwnedBy(entry, ownerOf(request)))];
    },
  }),
});
