import { defineFault } from "../../store/fault.ts";

/** The generic mutation does not ask whether the kind has a status subresource. */
export const everyKindHasStatus = defineFault({
  name: "every-kind-has-status",
  summary: "The generic status mutation accepts kinds without a status subresource.",
  breaks: [
    "write.no-status-mutation-without-status",
    "kinds.plain-status-is-validated",
    "kinds.missing-status-is-told-apart",
  ],
  change: (rules) => ({
    servesStatus: () => true,
    validate: (request, stored, after) =>
      request.kind.hasStatus ? rules.validate(request, stored, after) : [],
  }),
});
