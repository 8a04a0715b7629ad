import { defineFault } from "../fault.ts";

/** What fits the types of the schema is taken for valid. */
export const statusContentNotValidated = defineFault({
  name: "status-content-not-validated",
  summary: "Negative counts and doubled condition types are accepted in a status.",
  breaks: ["errors.invalid-status-refused"],
  change: (rules) => ({
    validate: (request, stored) =>
      request.verb === "updateStatus" ? request.content.causes : rules.validate(request, stored),
  }),
});
