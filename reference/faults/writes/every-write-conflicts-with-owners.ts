import { defineFault } from "../../store/fault.ts";

/** The guard of the fields stands before all writes of a status. */
export const everyWriteConflictsWithOwners = defineFault({
  name: "every-write-conflicts-with-owners",
  summary: "A status write of any form is refused if it changes what a manager has applied.",
  breaks: ["apply.other-writes-never-conflict"],
  change: (rules) => ({
    ownership: (request, stored, after) => {
      if (request.verb !== "updateStatus" || request.form === "apply" || stored === undefined) {
        return rules.ownership(request, stored, after);
      }
      const applied = stored.metadata.managedFields?.filter(
        ({ operation }) => operation === "Apply",
      );
      const metadata = { ...stored.metadata, managedFields: applied ?? [] };
      return rules.ownership({ ...request, form: "apply" }, { ...stored, metadata }, after);
    },
  }),
});
