import { defineFault } from "../../store/fault.ts";

/** There is one ledger for both sides. */
export const statusManagerRecordedForObject = defineFault({
  name: "status-manager-recorded-for-object",
  summary: "A status write that is no apply is recorded as a write of the object itself.",
  breaks: ["write.manager-is-recorded"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const entries = rules.managedFields(request, before, after);
      if (request.form === "apply") return entries;
      return entries.map((entry) => {
        const { subresource: _left, ...rest } = entry;
        return rest;
      });
    },
  }),
});
