import { defineFault } from "../../store/fault.ts";

/** A conflict is a conflict. */
export const ownershipConflictLooksStale = defineFault({
  name: "ownership-conflict-looks-stale",
  summary: "A conflict of field ownership is answered like a stale version, without causes.",
  breaks: ["errors.ownership-conflict-distinguishable", "apply.conflict-names-manager-and-field"],
  change: (rules) => ({
    ownership: (request, stored, after) => {
      const refusal = rules.ownership(request, stored, after);
      if (refusal === undefined || stored === undefined) return refusal;
      const { code, message } = refusal;
      const currentResourceVersion = stored.metadata.resourceVersion;
      return { code, message, causes: [], currentResourceVersion };
    },
  }),
});
