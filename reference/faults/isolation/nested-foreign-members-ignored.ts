import { defineFault } from "../../store/fault.ts";
import { overlooking } from "../shared/overlooking.ts";

/** The boxed status is cut to its shape before anybody looks at what was cut. */
export const nestedForeignMembersIgnored = defineFault({
  name: "nested-foreign-members-ignored",
  summary: "Unknown members inside a boxed status are dropped in silence, those beside it refused.",
  breaks: [
    "isolation.one-way-of-refusing",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "write.strict-validation-refuses-unknown-members",
    "write.warning-validation-tells-unknown-members",
  ],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason }, { verb }) => verb === "updateStatus" && reason === "FieldUnknown",
    ),
  }),
});
