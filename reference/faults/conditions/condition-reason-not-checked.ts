import { defineFault } from "../../store/fault.ts";
import { isOfCondition, overlooking } from "../shared/overlooking.ts";

/** The reason is taken for a second message. */
export const conditionReasonNotChecked = defineFault({
  name: "condition-reason-not-checked",
  summary: "The reason of a condition may be any text, or absent.",
  breaks: ["conditions.reason-is-a-word"],
  change: (rules) => ({
    validate: overlooking(rules, (cause) => isOfCondition("reason", cause)),
  }),
});
