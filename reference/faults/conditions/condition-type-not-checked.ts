import { defineFault } from "../../fault.ts";

/** The type is a text like any other. */
export const conditionTypeNotChecked = defineFault({
  name: "condition-type-not-checked",
  summary: "A condition may have any text for its type.",
  breaks: ["conditions.type-is-a-qualified-name"],
  change: (rules) => ({
    validate: (request, stored, after) =>
      rules
        .validate(request, stored, after)
        .filter(
          ({ reason, field = "" }) =>
            reason !== "FieldValueInvalid" || !/^status\.conditions\[\d+\]\.type$/.test(field),
        ),
  }),
});
