import { defineFault } from "../../store/fault.ts";
import { isOfCondition, overlooking } from "../shared/overlooking.ts";

/** The type is a text like any other. */
export const conditionTypeNotChecked = defineFault({
  name: "condition-type-not-checked",
  summary: "A condition may have any text for its type.",
  breaks: ["conditions.type-is-a-qualified-name"],
  change: (rules) => ({
    validate: overlooking(
      rules,
      (cause) => cause.reason === "FieldValueInvalid" && isOfCondition("type", cause),
    ),
  }),
});
