import { defineFault } from "../../fault.ts";

/** The time is a hint for people. */
export const conditionTimeOptional = defineFault({
  name: "condition-time-optional",
  summary: "A condition may leave out when its status last changed.",
  breaks: ["conditions.transition-time-is-an-instant"],
  change: (rules) => ({
    validate: (request, stored, after) =>
      rules
        .validate(request, stored, after)
        .filter(
          ({ reason, field = "" }) =>
            reason !== "FieldValueRequired" ||
            !/^status\.conditions\[\d+\]\.lastTransitionTime$/.test(field),
        ),
  }),
});
