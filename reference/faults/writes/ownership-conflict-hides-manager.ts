import { defineFault } from "../../store/fault.ts";

/** The record of the managers is nobody's business. */
export const ownershipConflictHidesManager = defineFault({
  name: "ownership-conflict-hides-manager",
  summary: "A conflict of field ownership names the fields, and not to whom they belong.",
  breaks: ["apply.conflict-names-manager-and-field"],
  change: (rules) => ({
    ownership: (request, stored, after) => {
      const refusal = rules.ownership(request, stored, after);
      if (refusal === undefined) return undefined;
      const causes = refusal.causes.map((cause) => ({
        ...cause,
        message: `${cause.field ?? "The field"} belongs to another manager.`,
      }));
      return { ...refusal, causes };
    },
  }),
});
