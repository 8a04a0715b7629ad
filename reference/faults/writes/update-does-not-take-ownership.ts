import { defineFault } from "../../store/fault.ts";

/** Only applies are entered into the ledger. */
export const updateDoesNotTakeOwnership = defineFault({
  name: "update-does-not-take-ownership",
  summary: "A status write that is no apply changes fields without becoming their owner.",
  breaks: ["apply.other-writes-take-fields", "write.manager-is-recorded"],
  change: (rules) => ({
    managedFields: (request, before, after) =>
      request.form === "apply" || request.verb !== "updateStatus"
        ? rules.managedFields(request, before, after)
        : (before?.metadata.managedFields ?? []),
  }),
});
