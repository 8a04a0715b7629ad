import { defineFault } from "../../store/fault.ts";
import { ownerOf } from "../../correct/status-rules.ts";

/** What an apply omits is removed, wherever it stands. */
export const applyWithdrawsSpecOfManager = defineFault({
  name: "apply-withdraws-spec-of-manager",
  summary: "An apply of a status empties the spec if its manager has written that before.",
  breaks: ["apply.ownership-is-per-side"],
  change: (rules) => ({
    // Its own fields are no conflict to a manager.
    ownership: (request, stored, after) =>
      rules.ownership(request, stored, after && { ...after, ...(stored && { spec: stored.spec }) }),
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { manager } = ownerOf(request);
      const isAuthor = stored.metadata.managedFields?.some(
        (entry) => entry.manager === manager && entry.subresource === undefined,
      );
      return request.form === "apply" && isAuthor === true ? { ...updated, spec: {} } : updated;
    },
  }),
});
