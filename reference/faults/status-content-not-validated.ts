import { defineFault } from "../fault.ts";

/** What fits the types of the schema is taken for valid. */
export const statusContentNotValidated = defineFault({
  name: "status-content-not-validated",
  summary: "Negative counts and doubled condition types are accepted in a status.",
  breaks: [
    "errors.invalid-status-refused",
    "errors.duplicate-condition-refused",
    "conditions.status-is-three-valued",
    "conditions.type-is-a-qualified-name",
    "conditions.reason-is-a-word",
    "conditions.message-is-bounded",
    "conditions.transition-time-is-an-instant",
    "conditions.observed-generation-not-negative",
  ],
  change: (rules) => ({
    validate: (request, stored, after) =>
      request.verb === "updateStatus"
        ? request.content.causes
        : rules.validate(request, stored, after),
  }),
});
