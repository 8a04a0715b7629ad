import { defineFault } from "../../store/fault.ts";
import { isOfCondition, overlooking } from "../shared/overlooking.ts";

/** Only the size of the whole request is bounded. */
export const conditionMessageUnbounded = defineFault({
  name: "condition-message-unbounded",
  summary: "The message of a condition may have any length.",
  breaks: ["conditions.message-is-bounded"],
  change: (rules) => ({
    validate: overlooking(rules, (cause) => isOfCondition("message", cause)),
  }),
});
