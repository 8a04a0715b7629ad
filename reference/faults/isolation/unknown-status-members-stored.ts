import { withoutNulls } from "../../values/merge-objects.ts";
import { defineFault } from "../../store/fault.ts";
import { overlooking } from "../shared/overlooking.ts";

/** A boxed status is stored as it came: the generic mutation has no schema to hold it against. */
export const unknownStatusMembersStored = defineFault({
  name: "unknown-status-members-stored",
  summary: "Members of a boxed status that the kind does not define are stored.",
  breaks: [
    "isolation.unknown-members-never-stored",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
    "write.strict-validation-refuses-unknown-members",
    "write.warning-validation-tells-unknown-members",
    "write.ignoring-validation-drops-unknown-members",
  ],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason }, { verb }) => verb === "updateStatus" && reason === "FieldUnknown",
    ),
    updateStatus: (request, stored, status) => {
      const { content, form, way } = request;
      if (way === "typed") return rules.updateStatus(request, stored, status);
      const whole =
        form === "partial"
          ? rules.mergeStatus(stored.status, content.submitted)
          : { ...withoutNulls(content.foreign.inside), ...status };
      return rules.updateStatus(request, stored, whole);
    },
  }),
});
