import { defineFault } from "../../store/fault.ts";
import { isOfCondition, overlooking } from "../shared/overlooking.ts";

/** A number is a number. */
export const conditionGenerationNotChecked = defineFault({
  name: "condition-generation-not-checked",
  summary: "The observed generation of a condition may be negative.",
  breaks: ["conditions.observed-generation-not-negative"],
  change: (rules) => ({
    validate: overlooking(rules, (cause) => isOfCondition("observedGeneration", cause)),
  }),
});
