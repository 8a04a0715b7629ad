import { defineFault } from "../../store/fault.ts";

/** An apply is a merge with a ledger. */
export const applyKeepsOmittedMembers = defineFault({
  name: "apply-keeps-omitted-members",
  summary: "What a manager applied before and omits now stays in the status.",
  breaks: [
    "apply.removes-omitted-fields",
    "errors.invalid-names-field",
    "conditions.reason-is-a-word",
    "conditions.transition-time-is-an-instant",
  ],
  change: () => ({
    omittedFields: () => undefined,
  }),
});
