import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The list is kept as a map, and maps have no order. */
export const conditionsSortedByType = defineFault({
  name: "conditions-sorted-by-type",
  summary: "The conditions of a status are stored in the order of their types.",
  breaks: [
    "readiness.same-for-every-reader",
    "write.stores-submitted-status",
    "write.merge-patch-keeps-unmentioned-members",
    "write.apply-works-for-every-kind",
    "kinds.status-outlives-its-separation",
    "allocation.answer-belongs-to-its-generation",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const { conditions } = status;
      if (!Array.isArray(conditions)) return rules.updateStatus(request, stored, status);
      const sorted = conditions.toSorted((left: JsonValue, right: JsonValue) =>
        typeOf(left).localeCompare(typeOf(right)),
      );
      return rules.updateStatus(request, stored, { ...status, conditions: sorted });
    },
  }),
});

function typeOf(condition: JsonValue): string {
  const type = isJsonObject(condition) ? condition["type"] : undefined;
  return typeof type === "string" ? type : "";
}
