import { defineFault } from "../../store/fault.ts";

/** The list of conditions is one value to an apply. */
export const applyReplacesAllConditions = defineFault({
  name: "apply-replaces-all-conditions",
  summary: "An apply of conditions removes the conditions that other managers applied.",
  breaks: ["apply.conditions-merge-by-type"],
  change: (rules) => ({
    applyStatus: (request, stored, omitted) => {
      const { conditions, ...rest } = stored.status ?? {};
      const isReplaced = conditions !== undefined && request.content.status?.["conditions"];
      return rules.applyStatus(request, isReplaced ? { ...stored, status: rest } : stored, omitted);
    },
    // The conditions of others are gone before anybody looks for conflicts with them.
    ownership: (request, stored, after) =>
      request.content.status?.["conditions"] === undefined
        ? rules.ownership(request, stored, after)
        : undefined,
  }),
});
