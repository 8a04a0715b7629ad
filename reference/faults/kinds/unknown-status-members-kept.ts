import { defineFault } from "../../store/fault.ts";
import type { WriteRequest } from "../../kinds/requests.ts";
import { overlooking } from "../shared/overlooking.ts";

/** The status of a run-time kind is stored as it came: nothing cuts it to the schema. */
export const unknownStatusMembersKept = defineFault({
  name: "unknown-status-members-kept",
  summary: "Members of a status that the schema of a run-time kind does not define are stored.",
  breaks: [
    "isolation.unknown-members-never-stored",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "apply.conditions-merge-by-type",
    "isolation.one-way-of-refusing",
  ],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason }, request) => isReport(request) && reason === "FieldUnknown",
    ),
    updateStatus: (request, stored, status) => {
      const whole = isReport(request)
        ? rules.mergeStatus(status, request.content.submitted)
        : status;
      return rules.updateStatus(request, stored, whole);
    },
  }),
});

function isReport({ verb, kind }: WriteRequest): boolean {
  return verb === "updateStatus" && kind.structure !== undefined;
}
