import { defineFault } from "../../store/fault.ts";

/** The ledger goes by credentials. */
export const managerNotRecorded = defineFault({
  name: "manager-not-recorded",
  summary: "A status write is attributed to the name of its caller, whichever manager it names.",
  breaks: ["write.manager-is-recorded", "apply.ownership-is-per-side"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      if (request.form === "apply") return rules.managedFields(request, before, after);
      const { fieldManager: _ignored, ...options } = request.options;
      return rules.managedFields({ ...request, options }, before, after);
    },
  }),
});
