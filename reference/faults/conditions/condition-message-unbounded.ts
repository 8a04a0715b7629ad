import { defineFault } from "../../fault.ts";

/** Only the size of the whole request is bounded. */
export const conditionMessageUnbounded = defineFault({
  name: "condition-message-unbounded",
  summary: "The message of a condition may have any length.",
  breaks: ["conditions.message-is-bounded"],
  change: (rules) => ({
    validate: (request, stored, after) =>
      rules
        .validate(request, stored, after)
        .filter(({ field = "" }) => !/^status\.conditions\[\d+\]\.message$/.test(field)),
  }),
});
