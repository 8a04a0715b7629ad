import { defineFault } from "../../store/fault.ts";
import { isOfCondition, overlooking } from "../shared/overlooking.ts";

/** The time is a hint for people. */
export const conditionTimeOptional = defineFault({
  name: "condition-time-optional",
  summary: "A condition may leave out when its status last changed.",
  breaks: ["conditions.transition-time-is-an-instant"],
  change: (rules) => ({
    validate: overlooking(
      rules,
      (cause) =>
        cause.reason === "FieldValueRequired" && isOfCondition("lastTransitionTime", cause),
    ),
  }),
});
