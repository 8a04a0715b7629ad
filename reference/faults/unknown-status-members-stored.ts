import { defineFault } from "../fault.ts";

/** A boxed status is stored as it came: the generic mutation has no schema to hold it against. */
export const unknownStatusMembersStored = defineFault({
  name: "unknown-status-members-stored",
  summary: "Members of a boxed status that the kind does not define are stored.",
  breaks: [
    "isolation.unknown-members-never-stored",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
  ],
  change: (rules) => ({
    validate: (request, stored) =>
      rules
        .validate(request, stored)
        .filter(({ reason }) => request.verb !== "updateStatus" || reason !== "FieldUnknown"),
    updateStatus: (request, stored, status) => {
      const whole =
        request.way === "generic"
          ? rules.mergeStatus(stored.status, request.content.submitted)
          : status;
      return rules.updateStatus(request, stored, whole);
    },
  }),
});
