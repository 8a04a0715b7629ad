import { defineFault } from "../../fault.ts";

/** A number is a number. */
export const conditionGenerationNotChecked = defineFault({
  name: "condition-generation-not-checked",
  summary: "The observed generation of a condition may be negative.",
  breaks: ["conditions.observed-generation-not-negative"],
  change: (rules) => ({
    validate: (request, stored, after) =>
      rules
        .validate(request, stored, after)
        .filter(({ field = "" }) => !/^status\.conditions\[\d+\]\.observedGeneration$/.test(field)),
  }),
});
