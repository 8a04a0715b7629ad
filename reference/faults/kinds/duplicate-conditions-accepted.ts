import { defineFault } from "../../store/fault.ts";
import { overlooking } from "../shared/overlooking.ts";

/** A list is a list. */
export const duplicateConditionsAccepted = defineFault({
  name: "duplicate-conditions-accepted",
  summary: "A status may hold two conditions of one type.",
  breaks: ["errors.duplicate-condition-refused", "errors.invalid-status-refused"],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason, field = "" }) => reason === "FieldValueDuplicate" && field.startsWith("status."),
    ),
  }),
});
